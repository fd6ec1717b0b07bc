// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace spinsack {
namespace {

constexpr double most_coupled = 0.1;          // of all pairs,
constexpr double few_coupled = 2;             // or so many per variable
constexpr double fixed_point_reach = 0x1p27;  // 15 flips still sum in 32 bits
// A coefficient of at least this many steps of fixed point is rounded by less than one percent.
constexpr double well_kept = 64;

// Fields and couplings in spins, before rounding; row i is row_start[i] .. row_start[i + 1].
struct SpinNumbers {
  std::vector<double> field;
  std::vector<double> weight;
  std::vector<Index> column;
  std::vector<std::uint32_t> row_start{0};
  double unit = 1;
};

bool is_sparse(const QuboModel& model) {
  const SymmetricRows& pairs = model.objective().pairs;
  const double most = std::max(most_coupled * 0.5 * model.size() * (model.size() - 1.0),
                               few_coupled * model.size());
  return model.penalties().empty() && static_cast<double>(pairs.pairs()) <= most &&
         2 * pairs.pairs() <= std::numeric_limits<std::uint32_t>::max();
}

// In units of a quarter of the objective's: h_i = 2 linear_i / unit + sum_j q_ij and J_ij = q_ij.
SpinNumbers spin_numbers(const QuadraticForm& objective, Index size) {
  SpinNumbers numbers;
  const auto entries = static_cast<std::size_t>(2 * objective.pairs.pairs());
  numbers.field.reserve(at(size));
  numbers.row_start.reserve(at(size) + 1);
  numbers.weight.reserve(entries);
  numbers.column.reserve(entries);
  const double sign = objective.unit < 0 ? -1 : 1;
  numbers.unit = std::fabs(objective.unit) / 4;
  for (Index i = 0; i < size; ++i) {
    double field = i < objective.size() ? objective.linear[at(i)] / (2 * numbers.unit) : 0;
    if (i < objective.size())
      objective.pairs.for_each_in_row(i, [&](Index j, auto value) {
        numbers.column.push_back(j);
        numbers.weight.push_back(sign * static_cast<double>(value));
        field += numbers.weight.back();
      });
    numbers.field.push_back(field);
    numbers.row_start.push_back(static_cast<std::uint32_t>(numbers.column.size()));
  }
  return numbers;
}

// The largest sum of sizes over a row.
double reach_of(const SpinNumbers& numbers) {
  double reach = 0;
  for (std::size_t i = 0; i < numbers.field.size(); ++i) {
    double sum = std::fabs(numbers.field[i]);
    for (std::uint32_t e = numbers.row_start[i]; e < numbers.row_start[i + 1]; ++e)
      sum += std::fabs(numbers.weight[e]);
    reach = std::max(reach, sum);
  }
  return reach;
}

// Divides integers by their common factor; false if some are not integers, or too large.
bool reduce_integers(SpinNumbers& numbers) {
  std::int64_t common = 0;
  const auto join = [&](double& x) {
    // A linear term may be off by the rounding of its division by the unit.
    const double nearest = std::nearbyint(x);
    if (!(std::fabs(x) <= fixed_point_reach) ||
        std::fabs(x - nearest) > 1e-12 * std::max(1.0, std::fabs(x)))
      return false;
    x = nearest;
    common = std::gcd(common, static_cast<std::int64_t>(nearest));
    return true;
  };
  if (!std::ranges::all_of(numbers.weight, join) || !std::ranges::all_of(numbers.field, join))
    return false;
  if (common > 1) {
    for (double& x : numbers.weight) x /= static_cast<double>(common);
    for (double& x : numbers.field) x /= static_cast<double>(common);
    numbers.unit *= static_cast<double>(common);
  }
  return true;
}

// Rounds to multiples of a power of two; false if that would lose more than one coefficient in a hundred.
bool round_reals(SpinNumbers& numbers, double reach) {
  int exponent = 0;
  std::frexp(reach / fixed_point_reach, &exponent);
  const double step = std::ldexp(1.0, exponent);
  if (!std::isfinite(reach) || step == 0 || !std::isnormal(numbers.unit * step)) return false;
  numbers.unit *= step;
  constexpr double noise = 0x1p-13;  // 2^-40 of the reach: what remains of fields that cancel
  std::size_t coefficients = 0;
  std::size_t lost = 0;
  const auto round = [&](double& x) {
    x /= step;
    if (std::fabs(x) > noise) ++coefficients;
    if (std::fabs(x) > noise && std::fabs(x) < well_kept) ++lost;
    x = std::nearbyint(x);
  };
  std::ranges::for_each(numbers.weight, round);
  std::ranges::for_each(numbers.field, round);
  return lost <= coefficients / 100;
}

template <class T>
void fill_rows(LaneModel& lanes, const SpinNumbers& numbers) {
  LaneValues<T> values;
  values.base.reserve(numbers.field.size());
  values.weight.reserve(numbers.column.size());
  lanes.column.reserve(numbers.column.size());
  lanes.start.assign(2 * numbers.field.size() + 1, 0);
  lanes.unit_weights = true;
  for (std::size_t i = 0; i < numbers.field.size(); ++i) {
    double base = numbers.field[i];
    for (const bool negative : {false, true}) {
      for (std::uint32_t e = numbers.row_start[i]; e < numbers.row_start[i + 1]; ++e) {
        const double weight = numbers.weight[e];
        if (weight == 0 || (weight < 0) != negative) continue;
        base -= weight;
        lanes.unit_weights &= std::fabs(weight) == 1;
        lanes.column.push_back(numbers.column[e]);
        values.weight.push_back(static_cast<T>(weight));
      }
      lanes.start[2 * i + (negative ? 2 : 1)] = static_cast<std::uint32_t>(lanes.column.size());
    }
    values.base.push_back(static_cast<T>(base));
  }
  lanes.values = std::move(values);
}

}  // namespace

std::unique_ptr<const LaneModel> lay_out_lanes(const QuboModel& model) {
  if (!is_sparse(model)) return nullptr;
  SpinNumbers numbers = spin_numbers(model.objective(), model.size());
  const bool integers = reduce_integers(numbers) && reach_of(numbers) <= fixed_point_reach;
  if (!integers) {
    numbers = spin_numbers(model.objective(), model.size());
    if (!round_reals(numbers, reach_of(numbers))) return nullptr;
  }
  auto lanes = std::make_unique<LaneModel>();
  lanes->size = model.size();
  lanes->unit = numbers.unit;
  // Energies of integers are multiples of the unit, but a product with it is rounded.
  lanes->slack = numbers.unit * (integers ? 1e-3
                                          : static_cast<double>(model.size()) +
                                                static_cast<double>(numbers.weight.size()));
  const double reach = reach_of(numbers);
  lanes->reach = static_cast<std::int64_t>(reach);
  if (reach <= std::numeric_limits<std::int8_t>::max())
    fill_rows<std::int8_t>(*lanes, numbers);
  else if (reach <= std::numeric_limits<std::int16_t>::max())
    fill_rows<std::int16_t>(*lanes, numbers);
  else
    fill_rows<std::int32_t>(*lanes, numbers);
  return lanes;
}

std::int64_t energy_steps(const LaneModel& model, BitView bits) {
  // Flipped one after the other, a variable costs its base and twice the weights to those flipped before: all pairs of
  // ones count once with either end.
  std::int64_t steps = 0;
  std::visit(
      [&](const auto& values) {
        for (std::size_t v = 0; v < bits.size(); ++v)
          if (bits[v] != 0) steps += values.base[v] + pull_of_ones(model, values, bits, v);
      },
      model.values);
  return steps;
}

}  // namespace spinsack
