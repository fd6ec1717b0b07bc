// SPDX-License-Identifier: Apache-2.0
// The digits that one lane draws from one stream of xoroshiro128++, in the order of its visits and many of them ahead.
//
// A generator has no use for vectors by itself: each state needs the one before. But the step of this one is linear over
// the field of two elements, so any fixed number of steps is a matrix of 128 x 128 bits. The numbers to come are cut into
// eight parts of equal length, which step side by side in vectors; then all eight jump behind the last of them. That
// gives the very numbers that one step after the other gives.
#pragma once

#include "sampler/lane_random.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spinsack {

// Eight states of the generator.
struct StreamParts {
  static constexpr std::size_t count = 8;
  static constexpr std::size_t length = 256;  // steps of a part
  alignas(64) std::uint64_t s0[count] = {};
  alignas(64) std::uint64_t s1[count] = {};
};

class LaneDraws {
 public:
  static constexpr std::size_t most_at_once = 32;

  // Takes so many bytes, 1 or 4, of every word of the stream, from bit `shift` on.
  LaneDraws(Xoroshiro stream, int shift, std::size_t bytes);

  // The next `count` draws, at most most_at_once, one behind the other; they stay there until the next call.
  const std::uint8_t* next(std::size_t count) {
    if (ready_ - used_ < count * bytes_) refill();
    const std::uint8_t* const drawn = buffer_.data() + used_;
    used_ += count * bytes_;
    return drawn;
  }

 private:
  void refill();
  void draw_one_by_one(std::uint8_t* out, std::size_t count);

  Xoroshiro stream_;
  int shift_;
  std::size_t bytes_;
  int refills_ = 0;
  StreamParts parts_;
  std::vector<std::uint8_t> buffer_;
  std::size_t used_ = 0;
  std::size_t ready_ = 0;
};

}  // namespace spinsack
