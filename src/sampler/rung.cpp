// SPDX-License-Identifier: Apache-2.0
#include "sampler/rung.hpp"

#include <algorithm>

namespace spinsack {
namespace {

// Share of the time that is kept for the last sweep at the lowest temperature.
constexpr double reserve = 0.02;
// A smaller share of the time says nothing: the system may have looked elsewhere for a moment.
constexpr double telling = 0.02;
// How many times more sweeps than expected are made where they take less time.
constexpr double most_faster = 3;

}  // namespace

void Rung::swept(std::optional<double> time_to_fill) {
  ++done_;
  // 1. Would this anneal and one of twice its length fit into the time there was?
  if (time_ && time_to_fill && !by_clock()) {
    const double used = *time_ - *time_to_fill;
    const double whole = used * static_cast<double>(sweeps_) / static_cast<double>(done_);
    if (used > telling * *time_ && 3 * whole > *time_) {
      clocked_from_ = *time_to_fill;
      const double sweep_time = used / static_cast<double>(done_);
      const double after = sweeps_after_ * sweep_time;
      clocked_to_ = *time_to_fill * reserve + std::min(after, *time_to_fill / 4);
      clocked_progress_ = progress_;
      clocked_step_ =
          (1 - progress_) / most_faster * sweep_time / std::max(*clocked_from_ - clocked_to_, 1e-9);
    }
  }
  // 2. The part of the way that is done.
  if (by_clock()) {
    over_ = progress_ >= 1;
    const double whole = std::max(*clocked_from_ - clocked_to_, 1e-9);
    const double share = (*clocked_from_ - time_to_fill.value_or(0)) / whole;
    // Cold sweeps can be much faster than hot ones. Not all of that time is worth spending there.
    const double least = clocked_progress_ + (1 - clocked_progress_) * share;
    progress_ = std::clamp(progress_ + clocked_step_, std::min(least, 1.0), 1.0);
    return;
  }
  over_ = done_ >= sweeps_;
  progress_ = sweeps_ > 1
                  ? std::min(1.0, static_cast<double>(done_) / static_cast<double>(sweeps_ - 1))
                  : 1;
}

}  // namespace spinsack
