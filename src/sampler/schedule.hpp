// SPDX-License-Identifier: Apache-2.0
// Geometric cooling, in arithmetic that is the same everywhere.
#pragma once

#include "sampler/kernel_model.hpp"

#include <cstdint>

namespace spinsack {

struct TemperatureRange {
  double start = 1;
  double end = 1;
};

// From where most flips are free to where none is left, measured on the model itself: from the typical size
// of an energy change to a hundredth of the smallest coefficient or so.
[[nodiscard]] TemperatureRange automatic_range(const KernelModel& model);

// For a read that begins at a given state: the cooler part of that range, warm enough to leave the valley of the
// start and too cold to forget it.
[[nodiscard]] TemperatureRange warm_range(const KernelModel& model);

// steps temperatures start, .., end with a constant ratio, one after the other.
class GeometricCooling {
 public:
  GeometricCooling(TemperatureRange range, std::int64_t steps);
  double temperature() const { return temperature_; }
  void step() { temperature_ *= ratio_; }
  double ratio() const { return ratio_; }

 private:
  double temperature_;
  double ratio_ = 1;
};

}  // namespace spinsack
