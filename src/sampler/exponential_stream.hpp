// SPDX-License-Identifier: Apache-2.0
// Exponentially distributed numbers one at a time, for decisions outside the kernels: accepting something
// with probability min(1, e^-x) is asking whether x <= next().
#pragma once

#include "core/portable_math.hpp"
#include "core/rng.hpp"

namespace spinsack {

class ExponentialStream {
 public:
  ExponentialStream(std::uint64_t seed, std::uint64_t stream) : rng_(seed, stream) {}
  double next() { return -portable_log(1 - rng_.real()); }
  Rng& rng() { return rng_; }

 private:
  Rng rng_;
};

}  // namespace spinsack
