// SPDX-License-Identifier: Apache-2.0
// How far an anneal is on its way. Its length is a number of sweeps, unless the run has a time to fill and has no room
// for twice as much after it: then the anneal takes all the time that is left, and cools by the clock. So the last
// and longest anneal of a run ends cold, and just in time.
#pragma once

#include <cstdint>
#include <optional>

namespace spinsack {

class Rung {
 public:
  // time_to_fill: seconds left when it begins, or nothing if work alone decides. sweeps_after: what follows the anneal
  // takes as long as so many sweeps, and belongs to the time.
  Rung(std::int64_t sweeps, std::optional<double> time_to_fill, double sweeps_after = 0)
      : sweeps_(sweeps), sweeps_after_(sweeps_after), time_(time_to_fill) {}

  // From 0, nondecreasing; 1 at the last sweep, and from then on the anneal is over.
  double progress() const { return progress_; }
  bool over() const { return over_; }
  bool by_clock() const { return clocked_from_.has_value(); }

  // After every sweep; time_to_fill is that of now.
  void swept(std::optional<double> time_to_fill);

 private:
  std::int64_t sweeps_;
  double sweeps_after_;
  std::optional<double> time_;
  std::int64_t done_ = 0;
  double progress_ = 0;
  bool over_ = sweeps_ <= 0;
  std::optional<double> clocked_from_;  // seconds left when the clock took over,
  double clocked_to_ = 0;               // and those that shall be left when it ends,
  double clocked_progress_ = 0;         // the progress when it took over,
  double clocked_step_ = 0;             // and what a sweep brings at least
};

}  // namespace spinsack
