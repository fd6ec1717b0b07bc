// SPDX-License-Identifier: Apache-2.0
// How much was done, in CPU time: other work on the machine does not lengthen it. And in passes over an instance,
// measured in the same run: slow processors and instrumented builds count the same.
#pragma once

#include "instance/evaluate.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <limits>
#include <stop_token>
#include <thread>
#include <utility>

namespace spinsack::test {

// CPU seconds of all threads of this process so far.
inline double cpu_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// CPU seconds that the literal evaluation of all items takes, which looks at every pair once.
inline double pass_seconds(const QkpInstance& instance) {
  const Bits all(at(instance.size()), 1);
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const double begin = cpu_seconds();
    (void)evaluate(instance, all);
    least = std::min(least, cpu_seconds() - begin);
  }
  return least;
}

// Work in passes that may still be done once a run should end. Setting up a machine is the longest piece between two
// questions, about 40 passes in an instrumented build, and a shared cache can double it. A run that does not ask
// goes on for thousands.
constexpr double prompt_passes = 200;

// Sets a flag in the middle of what this process does: once something has happened, however long that takes.
class Finger {
 public:
  explicit Finger(std::function<bool()> happened)
      : thread_([this, happened = std::move(happened)](const std::stop_token& stop) {
          while (!happened()) {
            if (stop.stop_requested()) return;
            std::this_thread::sleep_for(std::chrono::microseconds(100));
          }
          pressed_at_ = cpu_seconds();
          pressed_ = true;
        }) {}
  // Once this process has worked so much more.
  explicit Finger(double seconds)
      : Finger([end = cpu_seconds() + seconds] { return cpu_seconds() >= end; }) {}
  const std::atomic<bool>& pressed() const { return pressed_; }
  // CPU seconds of the process since then; 0 if it has not come to that.
  double seconds_since() const { return pressed_ ? cpu_seconds() - pressed_at_ : 0; }

 private:
  std::atomic<double> pressed_at_{0};
  std::atomic<bool> pressed_{false};
  std::jthread thread_;
};

}  // namespace spinsack::test
