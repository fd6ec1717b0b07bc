// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace spinsack {

// Both ends included.
struct Interval {
  double low = 0;
  double high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace spinsack
