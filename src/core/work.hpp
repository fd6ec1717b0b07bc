// SPDX-License-Identifier: Apache-2.0
// Effort without a clock, so that it can be compared and repeated.
#pragma once

#include <cstdint>

namespace spinsack {

struct Work {
  std::int64_t sweeps = 0;  // or steps, for methods that do not sweep
  std::int64_t visits = 0;  // variables looked at
  std::int64_t flips = 0;

  Work& operator+=(const Work& other) {
    sweeps += other.sweeps;
    visits += other.visits;
    flips += other.flips;
    return *this;
  }
  friend bool operator==(const Work&, const Work&) = default;
};

}  // namespace spinsack
