// SPDX-License-Identifier: Apache-2.0
// The state of the vector kernels' random numbers; random_lanes-inl.hpp draws from it.
#pragma once

#include "core/rng.hpp"

#include <cstdint>

namespace spinsack {

struct RandomLanes {
  RandomLanes(std::uint64_t seed, std::uint64_t stream) {
    Rng source(seed, stream);
    for (std::uint32_t& w : word) w = source.bits32();
  }
  alignas(64) std::uint32_t word[4 * 16] = {};  // 16 streams of xoshiro128++, word by word
};

// No exponential number made from them is larger: what costs more than this many temperatures never happens.
inline constexpr double largest_exponential = 22.25;

}  // namespace spinsack
