// SPDX-License-Identifier: Apache-2.0
#include "core/rng.hpp"

#include "core/types.hpp"

#include <Random123/philox.h>

namespace spinsack {
namespace {

constexpr std::uint32_t low_half(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint32_t high_half(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

}  // namespace

void Rng::refill() {
  const r123::Philox4x32::key_type key{{low_half(seed_), high_half(seed_)}};
  const r123::Philox4x32::ctr_type counter{
      {low_half(counter_), high_half(counter_), low_half(stream_), high_half(stream_)}};
  const auto block = r123::Philox4x32()(counter, key);
  for (std::size_t i = 0; i < block_.size(); ++i) block_[i] = block[i];
  ++counter_;
  used_ = 0;
}

std::int64_t Rng::integer(std::int64_t low, std::int64_t high) {
  const std::uint64_t width =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  if (width == 0) return static_cast<std::int64_t>(bits64());  // all 2^64 values
  // The upper half of a 128-bit product is uniform once the lower half is past the uneven rest,
  // which is below width: most draws are spared the division.
  for (;;) {
    const auto product = static_cast<UnsignedWide>(bits64()) * width;
    const auto lower = static_cast<std::uint64_t>(product);
    if (lower >= width || lower >= (0 - width) % width)
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) +
                                       static_cast<std::uint64_t>(product >> 64));
  }
}

std::uint64_t stream_of(std::string_view words) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : words) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace spinsack
