// SPDX-License-Identifier: Apache-2.0
// The temperatures along an anneal of `auto`: one fall from where everything moves, and then many short ones, each from
// the best state so far and only so hot that most of it stays (thermal cycling; Mobius, Neklioudov, Diaz-Sanchez,
// Hoffmann, Fachat and Schreiber 1997). A fall from the top has to find everything anew; a short one mends what the
// last has left, at a small part of the cost.
#pragma once

#include "sampler/kernel_model.hpp"
#include "sampler/schedule.hpp"

#include <cstdint>

namespace spinsack {

// One fall: from its start linearly to 0.3 of that, which is the range that matters where all couplings have one size,
// then geometrically to where the smallest coefficient is frozen. The more orders of magnitude there are between the
// two, the longer the second part. Measured on random graphs, planar graphs, lattices and dense models with couplings
// +-1; geometric cooling all the way needs up to twice the time on the dense ones.
class HeatFall {
 public:
  HeatFall(double start, double end);
  // way: the part that is done, 0 .. 1.
  [[nodiscard]] double temperature(double way) const;

 private:
  double start_;
  double knee_;
  double fall_;          // logarithm, at most 0
  double linear_share_;  // of the way
};

class HeatCycles {
 public:
  // sweeps: of the whole anneal, as far as they are known. warm: it has a state to begin at, and not to forget.
  HeatCycles(const KernelModel& model, std::int64_t sweeps, bool warm);

  // progress: of the whole anneal, 0 .. 1. Number 0 is the long fall; each of the others begins at the best state.
  [[nodiscard]] int number(double progress) const;
  [[nodiscard]] double temperature(double progress) const;

 private:
  HeatCycles(const KernelModel& model, TemperatureRange range, std::int64_t sweeps, bool warm);

  HeatFall first_;
  HeatFall others_;
  double first_share_ = 1;
  int others_count_ = 0;
};

}  // namespace spinsack
