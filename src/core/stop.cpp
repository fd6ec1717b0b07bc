// SPDX-License-Identifier: Apache-2.0
#include "core/stop.hpp"

#include <algorithm>

namespace spinsack {

std::string_view name_of(StopReason reason) {
  switch (reason) {
    case StopReason::work:
      return "work";
    case StopReason::time:
      return "time";
    case StopReason::target:
      return "target";
    case StopReason::interrupt:
      return "interrupt";
  }
  return {};
}

Stop::Stop(std::optional<double> seconds, const std::atomic<bool>* interrupted)
    : start_(Clock::now()), interrupted_(interrupted) {
  // Beyond ten years the limit is none; the clock's integers would overflow.
  constexpr double longest = 3e8;
  if (seconds && *seconds < longest)
    deadline_ = start_ + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(*seconds));
}

bool Stop::requested() {
  if (reason() != StopReason::work) return true;
  if (interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed))
    reason_.store(StopReason::interrupt, std::memory_order_relaxed);
  else if (deadline_ && Clock::now() >= *deadline_)
    reason_.store(StopReason::time, std::memory_order_relaxed);
  return reason() != StopReason::work;
}

std::optional<double> Stop::remaining() const {
  if (!deadline_) return std::nullopt;
  return std::max(0.0, std::chrono::duration<double>(*deadline_ - Clock::now()).count());
}

double Stop::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace spinsack
