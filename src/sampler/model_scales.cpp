// SPDX-License-Identifier: Apache-2.0
#include "sampler/model_scales.hpp"

#include "qubo/size_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace spinsack {
namespace {

// A power of two that brings numbers up to `largest` to about 1. Clamped, so that it and its inverse are finite.
double inverse_scale(double largest) {
  return largest > 0 ? std::ldexp(1.0, -std::clamp(std::ilogb(largest), -1000, 1000)) : 1;
}

// One penalty in units of its own largest coefficient, its strength in units of the largest energy.
struct ScaledTerm {
  double strength = 0;
  double a_scale = 1;
  double mean = 0, variance = 0;  // of the residual over random states
};

// The coefficients of a model divided by powers of two.
struct ScaledModel {
  explicit ScaledModel(const QuboModel& model) : objective(model.objective()) {
    // No square of an integer is out of range, and they need not be looked at.
    const double largest_pair =
        objective.pairs.integral() ? 1 : size_range(objective.pairs).largest;
    largest_coefficient = std::max(std::fabs(objective.unit) * largest_pair,
                                   size_range(std::span<const double>(objective.linear)).largest);
    double largest = largest_coefficient;
    for (const SquaredTerm& term : model.penalties()) {
      ScaledTerm& scaled = terms.emplace_back();
      const double largest_a = size_range(std::span<const double>(term.a)).largest;
      scaled.a_scale = inverse_scale(largest_a);
      scaled.strength = term.strength / scaled.a_scale / scaled.a_scale;
      largest = std::max(largest, std::fabs(scaled.strength));
    }
    pair_scale = inverse_scale(largest_pair);
    scale = inverse_scale(largest);
    unit = objective.unit / pair_scale * scale;
    for (ScaledTerm& scaled : terms) scaled.strength *= scale;
  }

  const QuadraticForm& objective;
  double largest_coefficient = 0;  // of the objective, if its couplings are reals
  double pair_scale = 1;           // of the entries
  double scale = 1;                // of energies
  double unit = 1;                 // scaled energy per scaled entry
  std::vector<ScaledTerm> terms;
};

// Sums over the row of one variable: of scaled entries, of their sizes, of their squares.
struct RowSums {
  double sum = 0, size = 0, square = 0;
  double smallest = std::numeric_limits<double>::infinity();  // size of an entry, not 0, not scaled
};

RowSums row_sums_of(const SymmetricRows& pairs, Index i, double pair_scale) {
  RowSums sums;
  if (i >= pairs.size()) return sums;
  pairs.visit([&]<class Rows>(const Rows& rows) {
    using Value = typename Rows::Value;
    std::span<const Value> row;
    if constexpr (Rows::dense)
      row = rows.row(i, pairs.size());
    else
      row = rows.values(i);
    if constexpr (std::is_integral_v<Value> && sizeof(Value) <= 2) {
      // In integers: as exact, and not a chain of additions that wait for each other.
      std::int64_t sum = 0;
      std::int64_t size = 0;
      std::int64_t square = 0;
      std::uint32_t smallest = UINT32_MAX;  // less 1, so that 0 is the largest
      for (const std::int32_t q : row) {
        const std::int32_t q_size = q < 0 ? -q : q;
        sum += q;
        size += q_size;
        square += q * q;
        smallest = std::min(smallest, static_cast<std::uint32_t>(q_size) - 1);
      }
      sums.sum = static_cast<double>(sum) * pair_scale;
      sums.size = static_cast<double>(size) * pair_scale;
      sums.square = static_cast<double>(square) * pair_scale * pair_scale;
      if (smallest != UINT32_MAX) sums.smallest = static_cast<double>(smallest) + 1;
    } else {
      SizeBits sizes;
      for (const Value value : row) {
        const auto q = static_cast<double>(value);
        sizes.add(q);
        const double scaled = q * pair_scale;
        sums.sum += scaled;
        sums.size += std::fabs(scaled);
        sums.square += scaled * scaled;
      }
      sums.smallest = sizes.range().smallest;
    }
  });
  return sums;
}

// --- the model written out --------------------------------------------------------------------------

// Q_uv for u != v, and Q_uu, scaled; the entry q is scaled already.
struct WrittenOut {
  explicit WrittenOut(const QuboModel& model) : scaled(model) {
    for (const SquaredTerm& term : model.penalties())
      penalties.push_back({term.written_out(model.size()), term.b});
  }

  double penalty(Index u, Index v) const { return pair(0, u, v); }
  double pair(double q, Index u, Index v) const {
    double sum = scaled.unit * q;
    for (std::size_t t = 0; t < penalties.size(); ++t) {
      const double a_scale = scaled.terms[t].a_scale;
      const double factor = 2 * scaled.terms[t].strength * (penalties[t].a[at(u)] * a_scale);
      sum += factor * (penalties[t].a[at(v)] * a_scale);
    }
    return sum;
  }
  double diagonal(Index u) const {
    double sum = u < scaled.objective.size() ? scaled.objective.linear[at(u)] * scaled.scale : 0;
    for (std::size_t t = 0; t < penalties.size(); ++t) {
      const double a = penalties[t].a[at(u)] * scaled.terms[t].a_scale;
      const double b = penalties[t].b * scaled.terms[t].a_scale;
      sum += scaled.terms[t].strength * a * (a + 2 * b);
    }
    return sum;
  }
  // No penalty of a pair is larger in size than the product of these (Cauchy and Schwarz).
  double reach(Index u) const {
    double sum = 0;
    for (std::size_t t = 0; t < penalties.size(); ++t) {
      const double a = penalties[t].a[at(u)] * scaled.terms[t].a_scale;
      sum += 2 * std::fabs(scaled.terms[t].strength) * a * a;
    }
    return std::sqrt(sum);
  }

  // One coefficient per variable: few terms are left factored, and those are wide.
  struct Term {
    std::vector<double> a;
    double b = 0;
  };
  ScaledModel scaled;
  std::vector<Term> penalties;
};

// The largest penalty of a pair without a coupling, if that is more than `largest`. Variables are taken by
// descending reach, so with one penalty a variable is done at its first partner without a coupling, and the search
// ends with the first variable whose reach is too short.
double largest_uncoupled(const WrittenOut& model, Index size, double largest) {
  constexpr double rounding = 1 + 1e-12;  // of the reach
  std::vector<double> reach(at(size));
  for (Index u = 0; u < size; ++u) reach[at(u)] = model.reach(u);
  std::vector<Index> order(at(size));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](Index u, Index v) { return reach[at(u)] > reach[at(v)]; });
  std::vector<std::uint8_t> coupled(at(size));
  const SymmetricRows& pairs = model.scaled.objective.pairs;
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    const Index u = order[k];
    const auto hopeless = [&](std::size_t l) {
      return reach[at(u)] * reach[at(order[l])] <= largest * rounding;
    };
    if (hopeless(k + 1)) break;
    if (u < pairs.size()) pairs.for_each_in_row(u, [&](Index v, auto) { coupled[at(v)] = 1; });
    for (std::size_t l = k + 1; l < order.size() && !hopeless(l); ++l)
      if (coupled[at(order[l])] == 0)
        largest = std::max(largest, std::fabs(model.penalty(u, order[l])));
    if (u < pairs.size()) pairs.for_each_in_row(u, [&](Index v, auto) { coupled[at(v)] = 0; });
  }
  return largest;
}

// sum over all u < v of the square of their penalty: with A_u = a_tu a_ru, (sum A)^2 = sum A^2 + 2 sum_{u<v} A_u A_v.
double squares_of_penalties(const WrittenOut& model) {
  double squares = 0;
  for (std::size_t t = 0; t < model.penalties.size(); ++t)
    for (std::size_t r = 0; r < model.penalties.size(); ++r) {
      const ScaledTerm& one = model.scaled.terms[t];
      const ScaledTerm& other = model.scaled.terms[r];
      double sum = 0;
      double own = 0;
      for (std::size_t u = 0; u < model.penalties[t].a.size(); ++u) {
        const double product =
            model.penalties[t].a[u] * one.a_scale * (model.penalties[r].a[u] * other.a_scale);
        sum += product;
        own += product * product;
      }
      squares += 4 * one.strength * other.strength * ((sum * sum - own) / 2);
    }
  return squares;
}

}  // namespace

ModelScales measure_scales(const QuboModel& model, SetUpWatch watch) {
  ScaledModel scaled(model);
  const auto penalties = model.penalties();
  // 1. Residuals over random states: every x is 1/2 +- 1/2 independently.
  for (std::size_t t = 0; t < penalties.size(); ++t) {
    ScaledTerm& term = scaled.terms[t];
    term.mean = penalties[t].b * term.a_scale;
    for (const double coefficient : penalties[t].a) {
      const double a = coefficient * term.a_scale;
      term.mean += a / 2;
      term.variance += a * a / 4;
    }
  }
  // 2. Each variable: its flip costs its field and its penalties, up to sign.
  const QuadraticForm& objective = model.objective();
  const TermsByVariable by_variable(penalties, model.size());
  double smallest = std::numeric_limits<double>::infinity();
  double largest_rms = 0;
  double total = 0;
  ModelScales scales;
  const std::int64_t entries_per_row = 4 + 2 * objective.pairs.pairs() / model.size();
  for (Index v = 0; v < model.size(); ++v) {
    const RowSums row = row_sums_of(objective.pairs, v, scaled.pair_scale);
    const double linear = v < objective.size() ? objective.linear[at(v)] : 0;
    smallest = std::min(smallest, std::fabs(objective.unit) * row.smallest);
    if (linear != 0) smallest = std::min(smallest, std::fabs(linear));
    scales.largest_row = std::max(scales.largest_row, row.size / scaled.pair_scale);
    double mean = linear * scaled.scale + scaled.unit * row.sum / 2;
    double variance = scaled.unit * scaled.unit * row.square / 4;
    for (const TermsByVariable::Part& part : by_variable.of(v)) {
      const ScaledTerm& term = scaled.terms[part.term];
      const double a = part.a * term.a_scale;
      const double factor = 2 * term.strength * a;
      mean += factor * (term.mean - a / 2) + term.strength * a * a;
      variance += factor * factor * (term.variance - a * a / 4);
    }
    const double rms = std::sqrt(mean * mean + variance);
    largest_rms = std::max(largest_rms, rms);
    total += rms;
    watch.after(entries_per_row);
  }
  scales.smallest_coefficient = std::isinf(smallest) ? 0 : smallest;
  scales.most_coefficient =
      std::max(scaled.largest_coefficient, std::fabs(objective.unit) * scales.largest_row);
  scales.largest_rms_delta = largest_rms / scaled.scale;
  scales.typical_rms_delta = total / model.size() / scaled.scale;
  return scales;
}

ExpandedScales measure_expanded(const QuboModel& model, SetUpWatch watch) {
  const WrittenOut written(model);
  const SymmetricRows& pairs = model.objective().pairs;
  double largest = 0;
  double squares = squares_of_penalties(written);
  for (Index u = 0; u < model.size(); ++u)
    largest = std::max(largest, std::fabs(written.diagonal(u)));
  pairs.for_each_pair([&](Index u, Index v, auto value) {
    const double q = static_cast<double>(value) * written.scaled.pair_scale;
    const double whole = written.pair(q, u, v);
    const double penalty = written.penalty(u, v);
    largest = std::max(largest, std::fabs(whole));
    squares += whole * whole - penalty * penalty;
    watch.after(2);
  });
  if (!model.penalties().empty()) largest = largest_uncoupled(written, model.size(), largest);
  ExpandedScales scales;
  scales.largest = largest / written.scaled.scale;
  const double all_pairs = 0.5 * model.size() * (model.size() - 1.0);
  if (all_pairs > 0)
    scales.rms_coupling = std::sqrt(std::max(0.0, squares) / all_pairs) / written.scaled.scale;
  return scales;
}

}  // namespace spinsack
