// SPDX-License-Identifier: Apache-2.0
// How long runs take to reach a target, when some end before they do.
//
// The survival curve of Kaplan and Meier (1958) falls at each hit time by the share of the runs still on their
// way that hit then; its standard error is that of Greenwood (1926). Where no run ends before a later hit, hits
// against (i - 1/2) / N show the same as points (time-to-target plots, Aiex, Resende and Ribeiro 2007).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace spinsack {

struct RunEnd {
  double time = 0;
  bool reached = false;  // the target; otherwise the run ended on its way
};

struct SurvivalStep {
  double time = 0;
  std::int64_t at_risk = 0;  // runs still on their way just before
  std::int64_t hits = 0;
  double survival = 1;  // share not yet there, from this time on
  double standard_error = 0;
};

// One step per hit time, rising. A run that ends at the moment of a hit was on its way until then.
[[nodiscard]] std::vector<SurvivalStep> kaplan_meier(std::span<const RunEnd> runs);

// The first time at which this share (above 0, at most 1) has reached the target; nothing if the curve ends
// before.
[[nodiscard]] std::optional<double> time_of_share(std::span<const SurvivalStep> curve,
                                                  double share);

struct TargetPoint {
  double time = 0;
  double probability = 0;
};

// One point per hit, rising. UsageError if a run ended before a later hit: then only the curve is right.
[[nodiscard]] std::vector<TargetPoint> time_to_target_points(std::span<const RunEnd> runs);

// P(T <= t) = 1 - exp(-(t - shift) / scale) for t >= shift: a method whose restarts cost only the shift.
struct ShiftedExponential {
  double shift = 0;  // may come out below 0 if the data cannot tell it from 0
  double scale = 0;
  double scale_error = 0;
  double share_by(double time) const;  // P(T <= time)
};

// With d hits, r runs on their way at the first hit t1, and times x_i of those r:
//   scale = sum(x_i - t1) / (d - 1),  shift = t1 - scale / r,
// without bias if all runs hit or all others end with the last hit (Epstein and Sobel 1954). Nothing unless two
// hits differ.
[[nodiscard]] std::optional<ShiftedExponential> fit_shifted_exponential(
    std::span<const RunEnd> runs);

}  // namespace spinsack
