// SPDX-License-Identifier: Apache-2.0
// Getting ready for the first read of a large model takes longer than somebody who pressed Ctrl-C is asked to wait. What
// lays out models and states therefore looks at the interrupt every millisecond or so, and gives up by an exception:
// half a layout is of no use. The clock alone is no reason to give up, since one read always happens.
#pragma once

#include "core/stop.hpp"

#include <cstdint>

namespace spinsack {

struct SetUpInterrupted {};

class SetUpWatch {
 public:
  SetUpWatch() = default;  // never gives up
  explicit SetUpWatch(Stop* stop) : stop_(stop) {}

  // After so many entries, of a few nanoseconds each, were looked at. Throws SetUpInterrupted.
  void after(std::int64_t entries) {
    unasked_ += entries;
    if (unasked_ >= patience) ask();
  }
  void ask() {
    unasked_ = 0;
    if (stop_ != nullptr && stop_->requested() && stop_->reason() == StopReason::interrupt)
      throw SetUpInterrupted();
  }

 private:
  static constexpr std::int64_t patience = 100'000;
  Stop* stop_ = nullptr;
  std::int64_t unasked_ = 0;
};

}  // namespace spinsack
