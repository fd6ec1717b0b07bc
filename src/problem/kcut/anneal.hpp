// SPDX-License-Identifier: Apache-2.0
// Annealing over labels: Metropolis sweeps (potts_kernel.hpp) while the temperature falls linearly. The useful range is
// narrow and low: from a share of the typical pull of a vertex down to 0.1 of the typical weight. Measured on generated
// graphs with three parts, that share is best about 0.2 on lattices and where all weights are positive, 0.3 on random
// graphs of both signs, and 0.5 on planar graphs of both signs: their hubs feel many times the typical pull, and find
// their part only where it is hot for the others. Two parts want up to 0.45.
#pragma once

#include "core/stop.hpp"
#include "core/stopwatch.hpp"
#include "core/work.hpp"
#include "problem/answer.hpp"
#include "problem/kcut/potts_state.hpp"

#include <cstdint>
#include <optional>

namespace spinsack::kcut {

struct HeatRange {
  double start = 0;
  double end = 0;
  // The temperature at a share of the way from end to start.
  double at_share(double share) const { return end + share * (start - end); }
};

// start: in typical pulls; end: in typical weights. The start is never below the end.
[[nodiscard]] HeatRange heat_range(const PottsGraph& graph, double start, double end);

// How long an anneal is: a number of sweeps, or seconds, so that it ends cold just in time.
class AnnealLength {
 public:
  explicit AnnealLength(std::int64_t sweeps, std::optional<double> seconds = {})
      : sweeps_(sweeps), seconds_(seconds) {}

  // From 0; the anneal is over at 1.
  double progress() const { return progress_; }
  void swept();

 private:
  std::int64_t sweeps_;
  std::optional<double> seconds_;
  std::int64_t done_ = 0;
  double progress_ = 0;
  Stopwatch clock_;
};

// Cools state from where it stands. Returns the best labelling met, which may be the first. watch may end it early.
[[nodiscard]] Labels anneal(PottsState& state, const HeatRange& heat, AnnealLength length,
                            StopCheck& watch, Work& work);

}  // namespace spinsack::kcut
