// SPDX-License-Identifier: Apache-2.0
// The random numbers of lanes: 32 streams of xoroshiro128++ (Blackman and Vigna 2019) that step together, whatever the
// width of the vectors. A visit of the byte lanes takes 16 bits per lane: the bytes of streams 0 to 7 are the first,
// those of streams 8 to 15 the second bytes of lanes 0, 1, .., 63. A visit of wider lanes takes 32 bits per lane, the
// halves of streams 0 to 31. So one lane can be followed alone, by the two streams or the one that it reads from.
#pragma once

#include "core/rng.hpp"

#include <bit>
#include <cstdint>
#include <vector>

namespace spinsack {

// Names of the streams that a block draws from.
struct LaneStreams {
  std::uint64_t seed = 0;
  std::uint64_t common = 0;      // seeds the streams that step together
  std::uint64_t first_tie = 0;   // what lane 0 draws from where the common bits do not decide,
  std::uint64_t tie_stride = 1;  // and how far apart the lanes are

  Rng tie(int lane) const {
    return Rng(seed, first_tie + static_cast<std::uint64_t>(lane) * tie_stride);
  }
};

struct LaneRandom {
  static constexpr int streams = 32;
  explicit LaneRandom(const LaneStreams& names) {
    Rng source(names.seed, names.common);
    for (std::uint64_t& word : s0) word = source.bits64();
    for (std::uint64_t& word : s1) word = source.bits64();
  }
  alignas(64) std::uint64_t s0[streams] = {};
  alignas(64) std::uint64_t s1[streams] = {};
};

// One of the streams alone.
struct Xoroshiro {
  std::uint64_t s0;
  std::uint64_t s1;
  std::uint64_t next() {
    const std::uint64_t word = std::rotl(s0 + s1, 17) + s0;
    s1 ^= s0;
    s0 = std::rotl(s0, 49) ^ s1 ^ (s1 << 21);
    s1 = std::rotl(s1, 28);
    return word;
  }
};

}  // namespace spinsack
