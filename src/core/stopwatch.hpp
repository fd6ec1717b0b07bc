// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace spinsack {

class Stopwatch {
 public:
  // Since construction or the last lap.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  // The same, and starts anew.
  double lap() {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> elapsed = now - start_;
    start_ = now;
    return elapsed.count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace spinsack
