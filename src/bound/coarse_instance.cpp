// SPDX-License-Identifier: Apache-2.0
#include "bound/coarse_instance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

Profit rounded_up(Profit value, Profit unit) { return value / unit + (value % unit > 0 ? 1 : 0); }

// Nothing if the watch says stop.
std::optional<Profit> profit_unit_of(const QkpInstance& instance, const CoarseLimits& limits,
                                     StopCheck& watch) {
  Profit common = 0;
  for (const Profit p : instance.profits()) common = std::gcd(common, p);
  Profit longest = 0;
  for (Index i = 0; i < instance.size(); ++i) {
    if (watch.stop_after(instance.size())) return {};
    Profit row = 0;
    instance.pair_profits().for_each_in_row(i, [&](Index j, auto p) {
      row += std::max<Profit>(0, static_cast<Profit>(p));
      if (j > i && common != 1) common = std::gcd(common, static_cast<Profit>(p));
    });
    longest = std::max(longest, row);
  }
  // Rounding adds less than one unit to each number.
  const std::int64_t numbers = instance.size() + instance.pair_profits().pairs();
  Profit unit = std::max<Profit>(1, common);
  while (longest / unit + instance.size() >= limits.row ||
         instance.total_profit() / unit + numbers >= limits.total)
    unit *= 2;
  return unit;
}

Weight weight_unit_of(const QkpInstance& instance, const CoarseLimits& limits) {
  Weight unit = 0;
  for (const Weight w : instance.weights()) unit = std::gcd(unit, w);
  while (instance.total_weight() / unit >= limits.weight) unit *= 2;
  return unit;
}

}  // namespace

std::optional<CoarseInstance> coarse_instance(const QkpInstance& instance,
                                              const CoarseLimits& limits, StopCheck& watch) {
  const std::optional<Profit> profit_unit = profit_unit_of(instance, limits, watch);
  if (!profit_unit) return {};
  const Weight weight_unit = weight_unit_of(instance, limits);

  QkpInstance::Data data;
  data.name = instance.name();
  // More than everything weighs is of no use, and might exceed the limit.
  data.capacity = std::min(instance.capacity(), instance.total_weight()) / weight_unit;
  for (const Weight w : instance.weights()) {
    if (w < weight_unit) ++data.capacity;
    data.weight.push_back(std::max<Weight>(1, w / weight_unit));
  }
  for (const Profit p : instance.profits()) data.profit.push_back(rounded_up(p, *profit_unit));

  SymmetricRowsBuilder pairs(instance.size());
  const bool dense = instance.pair_profits().dense();
  std::vector<Profit> run;
  for (Index i = 0; i + 1 < instance.size(); ++i) {
    if (watch.stop_after(instance.size())) return {};
    run.clear();
    instance.pair_profits().scan_row(i, [&](Index j, auto p) {
      if (j <= i) return;
      const Profit rounded = rounded_up(static_cast<Profit>(p), *profit_unit);
      if (dense)
        run.push_back(rounded);
      else
        pairs.add(i, j, rounded);
    });
    if (dense) pairs.add_run(i, i + 1, run);
  }
  data.pair_profit = std::move(pairs).finish();
  return CoarseInstance{QkpInstance(std::move(data)), *profit_unit, weight_unit};
}

}  // namespace spinsack
