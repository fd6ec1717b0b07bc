// SPDX-License-Identifier: Apache-2.0
// The linearisations, each exact. Item i is column x_i; below, p_ij is the profit of a pair i < j and C
// the capacity. An item heavier than C needs no care: the capacity row keeps it out.
#include "formulation/linearise.hpp"

#include "bound/continuous_knapsack.hpp"
#include "core/decimal.hpp"
#include "core/error.hpp"
#include "instance/quadratic_program.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <vector>

namespace spinsack {
namespace {

// F. Glover, E. Woolsey, "Converting the 0-1 polynomial programming problem to a 0-1 linear program",
// Operations Research 22 (1974) 180-182: a continuous y_ij in [0, 1] stands for x_i x_j and earns
// p_ij. Only the side towards which the profit pulls y_ij is written:
//   p_ij > 0:  y_ij <= x_i  and  y_ij <= x_j       p_ij < 0:  y_ij >= x_i + x_j - 1
// One column per pair with a profit, and one or two rows.
void add_pair_columns(const QkpInstance& instance, Program& program) {
  const std::int64_t pairs = instance.pair_profits().pairs();
  if (pairs > std::numeric_limits<Index>::max() - instance.size())
    throw UsageError(fmt::format("{}: {} pairs with a profit are too many for a column each",
                                 instance.name(), pairs));
  program.notes.emplace_back("y_i_j = x_i x_j for every pair with a profit");
  program.columns.reserve(program.columns.size() + static_cast<std::size_t>(pairs));
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    const Index y = program.add_column({.name = {"y", i, j},
                                        .kind = ColumnKind::continuous,
                                        .objective = static_cast<Profit>(value)});
    if (value > 0) {
      program.add_row({"first", i, j}, RowSense::at_most, 0);
      program.add_entry(y, 1);
      program.add_entry(i, -1);
      program.add_row({"second", i, j}, RowSense::at_most, 0);
      program.add_entry(y, 1);
      program.add_entry(j, -1);
    } else {
      program.add_row({"both", i, j}, RowSense::at_most, 1);
      program.add_entry(i, 1);
      program.add_entry(j, 1);
      program.add_entry(y, -1);
    }
  });
}

Program build_glover_woolsey(const QkpInstance& instance) {
  Program program = items_and_capacity(instance, "linearised after Glover and Woolsey (1974)");
  add_pair_columns(instance, program);
  return program;
}

// W. P. Adams, H. D. Sherali, "A tight linearization and an algorithm for zero-one quadratic programming
// problems", Management Science 32 (1986) 1274-1290; for this problem A. Caprara, D. Pisinger,
// P. Toth, "Exact solution of the quadratic knapsack problem", INFORMS J. Computing 11 (1999)
// 125-137: the rows above and the capacity multiplied by each item,
//   sum_{i != j} w_i y_ij <= (C - w_j) x_j   for all j.
// Pairs without a profit have no y_ij and are missing from the sum. As all its terms are nonnegative,
// what is left still holds wherever y_ij = x_i x_j, so no solution is lost; the bound of the relaxation
// is then that of a weaker row. An item with w_j > C gets a negative right side and hence x_j = 0.
Program build_adams_sherali(const QkpInstance& instance) {
  Program program = items_and_capacity(
      instance, "linearised after Adams and Sherali (1986), capacity multiplied");
  add_pair_columns(instance, program);
  program.notes.emplace_back("product_j: the capacity row times x_j");

  // The y of a pair is found by counting: they were added in the order of for_each_pair.
  const auto n = at(instance.size());
  std::vector<std::vector<Entry>> row(n);
  auto y = static_cast<Index>(n);
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto) {
    row[at(i)].push_back({y, instance.weights()[at(j)]});
    row[at(j)].push_back({y, instance.weights()[at(i)]});
    ++y;
  });
  for (Index j = 0; j < instance.size(); ++j) {
    if (row[at(j)].empty()) continue;  // says no more than the capacity row
    program.add_row({"product", j}, RowSense::at_most, 0, instance.weight_digits());
    for (const Entry& entry : row[at(j)]) program.add_entry(entry.column, entry.value);
    program.add_entry(j, instance.weights()[at(j)] - instance.capacity());
  }
  return program;
}

// The terms of one sign in a sum of pair profits, for its bound.
struct Terms {
  std::vector<Profit> value;  // > 0
  std::vector<Weight> weight;

  void clear() {
    value.clear();
    weight.clear();
  }
  void add(Profit v, Weight w) {
    value.push_back(v);
    weight.push_back(w);
  }
};

// F. Glover, "Improved linear integer programming formulations of nonlinear integer problems",
// Management Science 22 (1975) 455-460: one continuous z_i per item, in the units of the profits,
// stands for x_i s_i with s_i = sum_{j>i} p_ij x_j, and earns 1. As z_i is maximised, two rows do:
//   z_i <= U_i x_i   and   z_i <= s_i - L_i (1 - x_i)
// U_i >= s_i must hold for feasible x with x_i = 1, L_i <= s_i for those with x_i = 0: then x_i = 0
// leaves z_i = 0 and x_i = 1 leaves z_i = s_i. Both come from a knapsack with divisible items, rounded
// up: U_i from the positive p_ij whose j fits beside i and capacity C - w_i, and L_i, which is never
// above 0, from the negative ones and C. Without negative profits the second row is z_i <= s_i.
Program build_glover(const QkpInstance& instance) {
  Program program = items_and_capacity(instance, "linearised after Glover (1975), compact");
  program.notes.emplace_back(
      "z_i = x_i times the profits of item i with the packed items after it");
  const int digits = instance.profit_digits();
  const auto one = scale_by_power_of_ten(1, digits);
  if (!one || *one > sum_limit)
    throw UsageError(fmt::format("{}: profits with {} decimals are too fine for this form",
                                 instance.name(), digits));
  std::vector<Entry> row;  // s_i
  Terms gains;
  Terms losses;
  for (Index i = 0; i < instance.size(); ++i) {
    const Weight beside = instance.capacity() - instance.weights()[at(i)];
    row.clear();
    gains.clear();
    losses.clear();
    instance.pair_profits().for_each_in_row(i, [&](Index j, auto entry) {
      if (j < i) return;
      const auto value = static_cast<Profit>(entry);
      const Weight weight = instance.weights()[at(j)];
      row.push_back({j, value});
      if (value < 0)
        losses.add(-value, weight);
      else if (weight <= beside)
        gains.add(value, weight);
    });
    if (row.empty()) continue;
    const Profit upper =
        gains.value.empty() ? 0 : continuous_knapsack(gains.value, gains.weight, beside);
    const Profit lower = -continuous_knapsack(losses.value, losses.weight, instance.capacity());
    if (upper == 0 && lower == 0) continue;  // no partner ever fits: z_i = 0
    const Index z = program.add_column({.name = {"z", i},
                                        .kind = ColumnKind::continuous,
                                        .objective = *one,
                                        .lower = lower,
                                        .upper = upper,
                                        .bound_digits = digits});
    program.add_row({"packed", i}, RowSense::at_most, 0, digits);
    program.add_entry(z, *one);
    program.add_entry(i, -upper);
    program.add_row({"partners", i}, RowSense::at_most, -lower, digits);
    program.add_entry(z, *one);
    program.add_entry(i, -lower);
    for (const Entry& term : row) program.add_entry(term.column, -term.value);
  }
  return program;
}

constexpr std::array form_catalog{
    Linearisation{"quadratic", "products stay, for solvers of quadratic 0-1 programs",
                  quadratic_program},
    Linearisation{"glover-woolsey", "a column per pair, below both of its items",
                  build_glover_woolsey},
    Linearisation{"adams-sherali", "glover-woolsey, and the capacity times each item: tight, large",
                  build_adams_sherali},
    Linearisation{"glover", "a column per item and two rows: small, loose", build_glover},
};

}  // namespace

std::span<const Linearisation> linearisations() { return form_catalog; }

std::vector<double> column_values(const Program& program, const QkpInstance& instance,
                                  BitView bits) {
  std::vector<double> values;
  values.reserve(program.columns.size());
  for (const Column& column : program.columns) {
    const Label& name = column.name;
    if (bits[at(name.first)] == 0) {
      values.push_back(0);
    } else if (name.word != "z") {
      values.push_back(name.second < 0 ? 1 : bits[at(name.second)]);
    } else {
      Profit sum = 0;
      instance.pair_profits().for_each_in_row(name.first, [&](Index j, auto value) {
        if (j > name.first && bits[at(j)] != 0) sum += static_cast<Profit>(value);
      });
      values.push_back(static_cast<double>(sum) / static_cast<double>(column.objective));
    }
  }
  return values;
}

}  // namespace spinsack
