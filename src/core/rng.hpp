// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine. Philox 4x32-10 (Salmon et al. 2011, taken from
// Random123) is a function of a key and a counter, so every read of every stage owns a stream named by
// (seed, stream), whatever thread runs it and in whatever order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace spinsack {

class Rng {
 public:
  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  std::uint32_t bits32() {
    if (used_ == block_.size()) refill();
    return block_[used_++];
  }
  std::uint64_t bits64() {
    const std::uint64_t high = bits32();
    return high << 32 | bits32();
  }

  // Uniform in low..high, both included; exact, by rejection (Lemire 2019). low <= high.
  std::int64_t integer(std::int64_t low, std::int64_t high);

  // Uniform in [0, 1), a multiple of 2^-53.
  double real() { return static_cast<double>(bits64() >> 11) * 0x1p-53; }

  // Fisher-Yates: every order equally likely.
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1],
                items[static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(i) - 1))]);
  }

 private:
  void refill();

  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t counter_ = 0;
  std::array<std::uint32_t, 4> block_{};
  std::size_t used_ = block_.size();
};

// A stream number from words, such as an instance name and a stage (64-bit FNV-1a).
[[nodiscard]] std::uint64_t stream_of(std::string_view words);

}  // namespace spinsack
