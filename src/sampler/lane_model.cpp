// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

constexpr double most_coupled = 0.1;          // of all pairs,
constexpr double few_coupled = 2;             // or so many per variable
constexpr double fixed_point_reach = 0x1p27;  // 15 flips still sum in 32 bits
// A coefficient of at least this many steps of fixed point is rounded by less than one percent.
constexpr double well_kept = 64;

bool is_sparse(const QuboModel& model) {
  const SymmetricRows& pairs = model.objective().pairs;
  const double most = std::max(most_coupled * 0.5 * model.size() * (model.size() - 1.0),
                               few_coupled * model.size());
  return model.penalties().empty() && static_cast<double>(pairs.pairs()) <= most &&
         2 * pairs.pairs() <= std::numeric_limits<std::uint32_t>::max();
}

// Fields and couplings in spins, before rounding, in units of a quarter of the objective's: h_i = 2 linear_i / unit +
// sum_j q_ij and J_ij = q_ij. Read off the rows whenever they are needed: a large model takes longer to copy.
class SpinRows {
 public:
  explicit SpinRows(const QuboModel& model)
      : objective_(&model.objective()),
        size_(model.size()),
        scale_(objective_->unit < 0 ? -1 : 1),
        unit_(std::fabs(objective_->unit) / 4) {}

  // From now on in units of a power of two that many times as large.
  void change_unit(double factor) {
    scale_ /= factor;
    unit_ *= factor;
  }

  double unit() const { return unit_; }
  Index size() const { return size_; }
  std::int64_t entries_per_row() const { return 2 + 2 * objective_->pairs.pairs() / size_; }
  std::size_t entries() const { return static_cast<std::size_t>(2 * objective_->pairs.pairs()); }
  // Calls take(j, J_ij) for the row of i and returns h_i.
  template <class Take>
  double row(Index i, Take&& take) const {
    if (i >= objective_->size()) return 0;
    double field = objective_->linear[at(i)] / (2 * unit_);
    objective_->pairs.for_each_in_row(i, [&](Index j, auto value) {
      const double weight = scale_ * static_cast<double>(value);
      field += weight;
      take(j, weight);
    });
    return field;
  }

 private:
  const QuadraticForm* objective_;
  Index size_;
  double scale_;  // of entries, to be in our unit; the sign is that of the objective's
  double unit_;
};

// A whole number, if x is one but for the rounding of its division by the unit, and not too large.
std::optional<double> whole_number(double x) {
  const double nearest = std::nearbyint(x);
  if (!(std::fabs(x) <= fixed_point_reach) ||
      std::fabs(x - nearest) > 1e-12 * std::max(1.0, std::fabs(x)))
    return std::nullopt;
  return nearest;
}

// What a look at all numbers tells.
struct SpinNumbers {
  double reach = 0;         // the largest sum of sizes over a row
  bool whole = true;        // all are whole numbers, and so is the reach,
  std::int64_t common = 0;  // and this is their common factor
};

SpinNumbers look_at(const SpinRows& rows, SetUpWatch& watch) {
  SpinNumbers numbers;
  const auto join = [&](double x) {
    const std::optional<double> nearest = numbers.whole ? whole_number(x) : std::nullopt;
    if (nearest && numbers.common != 1)
      numbers.common = std::gcd(numbers.common, static_cast<std::int64_t>(*nearest));
    numbers.whole = nearest.has_value();
  };
  for (Index i = 0; i < rows.size(); ++i) {
    double sum = 0;
    const double field = rows.row(i, [&](Index, double weight) {
      sum += std::fabs(weight);
      join(weight);
    });
    join(field);
    numbers.reach = std::max(numbers.reach, sum + std::fabs(field));
    watch.after(rows.entries_per_row());
  }
  numbers.common = std::max<std::int64_t>(numbers.common, 1);
  numbers.whole &= numbers.reach <= fixed_point_reach * static_cast<double>(numbers.common);
  return numbers;
}

// The largest power of two, up to 1, of which all numbers are multiples; nothing if it is so small that they have many
// digits. Halves are common: a cut is a sum of (1 - s s') / 2.
std::optional<double> grain_of(const SpinRows& rows, SetUpWatch& watch) {
  constexpr int finest = -20;
  int grain = 0;
  const auto look = [&](double x) {
    if (x == 0 || grain < finest) return;
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    const auto digits = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
    grain = std::min(grain, exponent - 53 + std::countr_zero(static_cast<std::uint64_t>(digits)));
  };
  for (Index i = 0; i < rows.size() && grain >= finest; ++i) {
    look(rows.row(i, [&](Index, double weight) { look(weight); }));
    watch.after(rows.entries_per_row());
  }
  return grain < finest ? std::nullopt : std::optional(std::ldexp(1.0, grain));
}

// The power of two that real numbers are rounded to multiples of, or nothing if that would lose more than one coefficient
// in a hundred.
std::optional<double> fixed_point_step(const SpinRows& rows, double reach, SetUpWatch& watch) {
  int exponent = 0;
  std::frexp(reach / fixed_point_reach, &exponent);
  const double step = std::ldexp(1.0, exponent);
  if (!std::isfinite(reach) || step == 0 || !std::isnormal(rows.unit() * step)) return std::nullopt;
  constexpr double noise = 0x1p-13;  // 2^-40 of the reach: what remains of fields that cancel
  std::size_t coefficients = 0;
  std::size_t lost = 0;
  const auto count = [&](double x) {
    const double size = std::fabs(x / step);
    if (size > noise) ++coefficients;
    if (size > noise && size < well_kept) ++lost;
  };
  for (Index i = 0; i < rows.size(); ++i) {
    count(rows.row(i, [&](Index, double w) { count(w); }));
    watch.after(rows.entries_per_row());
  }
  if (lost > coefficients / 100) return std::nullopt;
  return step;
}

// Rows of round(number), the positive weights first.
template <class T, class Round>
void fill_rows(LaneModel& lanes, const SpinRows& rows, const Round& round, SetUpWatch& watch) {
  LaneValues<T> values;
  values.base.reserve(at(rows.size()));
  values.weight.reserve(rows.entries());
  lanes.column.reserve(rows.entries());
  lanes.start.assign(2 * at(rows.size()) + 1, 0);
  lanes.unit_weights = true;
  std::vector<std::pair<Index, double>> negative;
  for (Index i = 0; i < rows.size(); ++i) {
    double sum = 0;
    const auto put = [&](Index j, double weight) {
      sum += weight;
      lanes.unit_weights &= std::fabs(weight) == 1;
      lanes.column.push_back(j);
      values.weight.push_back(static_cast<T>(weight));
    };
    negative.clear();
    const double field = rows.row(i, [&](Index j, double weight) {
      const double rounded = round(weight);
      if (rounded > 0) put(j, rounded);
      if (rounded < 0) negative.emplace_back(j, rounded);
    });
    lanes.start[2 * at(i) + 1] = static_cast<std::uint32_t>(lanes.column.size());
    for (const auto& [j, weight] : negative) put(j, weight);
    lanes.start[2 * at(i) + 2] = static_cast<std::uint32_t>(lanes.column.size());
    values.base.push_back(static_cast<T>(round(field) - sum));
    watch.after(2 * rows.entries_per_row());
  }
  lanes.values = std::move(values);
}

// The largest sum of sizes over a row, as laid out.
std::int64_t reach_of(const LaneModel& lanes) {
  std::int64_t reach = 0;
  std::visit(
      [&](const auto& values) {
        for (std::size_t i = 0; i < values.base.size(); ++i) {
          std::int64_t field = values.base[i];
          std::int64_t sizes = 0;
          for (std::uint32_t e = lanes.start[2 * i]; e < lanes.start[2 * i + 2]; ++e) {
            field += values.weight[e];
            sizes += std::abs(std::int64_t{values.weight[e]});
          }
          reach = std::max(reach, sizes + std::abs(field));
        }
      },
      lanes.values);
  return reach;
}

}  // namespace

std::unique_ptr<const LaneModel> lay_out_lanes(const QuboModel& model, SetUpWatch watch) {
  if (!is_sparse(model)) return nullptr;
  SpinRows rows(model);
  SpinNumbers numbers = look_at(rows, watch);
  if (const auto grain = numbers.whole ? std::nullopt : grain_of(rows, watch)) {
    rows.change_unit(*grain);
    numbers = look_at(rows, watch);
  }
  const std::optional<double> step = numbers.whole ? static_cast<double>(numbers.common)
                                                   : fixed_point_step(rows, numbers.reach, watch);
  if (!step) return nullptr;
  auto lanes = std::make_unique<LaneModel>();
  lanes->size = model.size();
  lanes->unit = rows.unit() * *step;
  lanes->rounded = !numbers.whole;
  // Energies of integers are multiples of the unit, but a product with it is rounded.
  lanes->slack = lanes->unit * (numbers.whole ? 1e-3
                                              : static_cast<double>(model.size()) +
                                                    static_cast<double>(rows.entries()));
  const auto round = [&](double x) {
    return numbers.whole ? std::nearbyint(x) / *step : std::nearbyint(x / *step);
  };
  // Every number may be rounded up.
  const double reach = numbers.whole ? std::nearbyint(numbers.reach) / *step
                                     : std::numeric_limits<std::int32_t>::max();
  if (reach <= std::numeric_limits<std::int8_t>::max())
    fill_rows<std::int8_t>(*lanes, rows, round, watch);
  else if (reach <= std::numeric_limits<std::int16_t>::max())
    fill_rows<std::int16_t>(*lanes, rows, round, watch);
  else
    fill_rows<std::int32_t>(*lanes, rows, round, watch);
  lanes->reach = reach_of(*lanes);
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
