// SPDX-License-Identifier: Apache-2.0
#include "sampler/schedule.hpp"

#include "core/portable_math.hpp"

#include <algorithm>

namespace spinsack {

TemperatureRange automatic_range(const KernelModel& model) {
  const double hot = model.typical_rms_delta();
  if (hot == 0) return {1, 1};  // a constant model: any temperature will do
  // A hundredth of a step up is refused at this temperature; but never so cold that most of the schedule
  // would be spent on differences of one part in a million.
  constexpr double ln_100 = 4.605170185988092;
  const double cold = model.smallest_coefficient() / ln_100;
  return {hot, std::clamp(cold, 1e-6 * hot, 0.1 * hot)};
}

TemperatureRange warm_range(const KernelModel& model) {
  const TemperatureRange range = automatic_range(model);
  return {std::max(range.end, 0.2 * range.start), range.end};
}

GeometricCooling::GeometricCooling(TemperatureRange range, std::int64_t steps)
    : temperature_(range.start) {
  if (steps > 1 && range.start > 0)
    ratio_ = portable_exp(portable_log(range.end / range.start) / static_cast<double>(steps - 1));
}

}  // namespace spinsack
