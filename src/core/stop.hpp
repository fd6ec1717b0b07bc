// SPDX-License-Identifier: Apache-2.0
// When long work should end. The clock is obeyed only if there is a limit; asking is cheap enough for every
// few microseconds of work, and safe from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace spinsack {

enum class StopReason { work, time, target, interrupt };

[[nodiscard]] std::string_view name_of(StopReason reason);

class Stop {
 public:
  // seconds from now; interrupted is watched (set by a signal handler, say) and may be null.
  explicit Stop(std::optional<double> seconds = {}, const std::atomic<bool>* interrupted = nullptr);

  [[nodiscard]] bool requested();
  // What ended the work: interrupt before time before work.
  [[nodiscard]] StopReason reason() const { return reason_.load(std::memory_order_relaxed); }
  [[nodiscard]] double seconds() const;  // since construction
  // Seconds until the deadline, at least 0; nothing without one.
  [[nodiscard]] std::optional<double> remaining() const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_;
  std::optional<Clock::time_point> deadline_;
  const std::atomic<bool>* interrupted_;
  std::atomic<StopReason> reason_{StopReason::work};
};

// Asks a Stop once in a while: every step of a loop reports how much work it was.
class StopCheck {
 public:
  explicit StopCheck(Stop& stop) : stop_(&stop) {}
  // For one of several searches that count as if made in turn: once a search number <= number has found
  // what is wanted and stored its own number in found, this one may end.
  StopCheck(Stop& stop, std::int64_t number, const std::atomic<std::int64_t>& found)
      : stop_(&stop), number_(number), found_(&found) {}
  // visits: variables looked at. Asking costs about as much as a hundred of them. Once true, always true.
  [[nodiscard]] bool stop_after(std::int64_t visits) {
    unasked_ += visits;
    if (stopped_ || unasked_ < patience) return stopped_;
    unasked_ = 0;
    stopped_ = stop_->requested() ||
               (found_ != nullptr && found_->load(std::memory_order_relaxed) <= number_);
    return stopped_;
  }

 private:
  static constexpr std::int64_t patience = 20'000;  // well below a millisecond
  Stop* stop_;
  std::int64_t number_ = 0;
  const std::atomic<std::int64_t>* found_ = nullptr;
  std::int64_t unasked_ = patience;  // ask at once: a limit of zero is a limit
  bool stopped_ = false;
};

}  // namespace spinsack
