// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_draws.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/lane_draws.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#ifndef SPINSACK_SAMPLER_LANE_DRAWS_ONCE
#define SPINSACK_SAMPLER_LANE_DRAWS_ONCE
namespace spinsack::lane_draws {

// What seven parts of steps make of a state that has a single bit set: s0 has bits 0 to 63, s1 the others. The steps make of
// any state the sum, without carry, of what they make of its bits.
struct Jump {
  struct State {
    std::uint64_t s0, s1;
  };
  std::array<State, 128> of_bit{};
  Jump() {
    for (std::size_t bit = 0; bit < of_bit.size(); ++bit) {
      const std::uint64_t one = std::uint64_t{1} << bit % 64;
      Xoroshiro stream{bit < 64 ? one : 0, bit < 64 ? 0 : one};
      for (std::size_t step = 0; step < 7 * StreamParts::length; ++step) stream.next();
      of_bit[bit] = {stream.s0, stream.s1};
    }
  }
};

}  // namespace spinsack::lane_draws
#endif

// Behind the loop over instruction sets, since it is compiled once for each.
#include "sampler/lane_streams-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using PartTag = Streams::Tag;
using PartVec = Streams::Vec;

HWY_INLINE void jump_here(const lane_draws::Jump& jump, PartVec& s0, PartVec& s1) {
  const PartTag d;
  auto to0 = hn::Zero(d);
  auto to1 = hn::Zero(d);
  const auto add = [&](PartVec rest, const lane_draws::Jump::State* of_bit) HWY_ATTR {
    const auto one = hn::Set(d, std::uint64_t{1});
    for (std::size_t bit = 0; bit < 64; ++bit) {
      const auto set = hn::Neg(hn::BitCast(hn::RebindToSigned<PartTag>(), hn::And(rest, one)));
      const auto mask = hn::BitCast(d, set);
      to0 = hn::Xor(to0, hn::And(mask, hn::Set(d, of_bit[bit].s0)));
      to1 = hn::Xor(to1, hn::And(mask, hn::Set(d, of_bit[bit].s1)));
      rest = hn::ShiftRight<1>(rest);
    }
  };
  add(s0, jump.of_bit.data());
  add(s1, jump.of_bit.data() + 64);
  s0 = to0;
  s1 = to1;
}

// The parts, which stand at their ends, jump to the next ones; their draws of so many bytes fill out, part by part.
template <std::size_t Bytes>
HWY_INLINE void draw_parts(const lane_draws::Jump& jump, StreamParts& parts, int shift,
                           std::uint8_t* HWY_RESTRICT out) {
  const PartTag d;
  constexpr std::size_t draws_per_word = 8 / Bytes;
  const auto digits = hn::Set(d, ~std::uint64_t{0} >> (64 - 8 * Bytes));
  HWY_ALIGN std::uint64_t words[StreamParts::count];
  for (std::size_t part = 0; part < StreamParts::count; part += hn::Lanes(d)) {
    auto s0 = hn::Load(d, parts.s0 + part);
    auto s1 = hn::Load(d, parts.s1 + part);
    jump_here(jump, s0, s1);
    Streams streams(s0, s1);
    for (std::size_t step = 0; step < StreamParts::length; step += draws_per_word) {
      // The earliest draw comes lowest, so first in memory.
      auto joined = hn::Zero(d);
      for (std::size_t k = 0; k < draws_per_word; ++k) {
        const auto drawn = hn::And(hn::ShiftRightSame(streams.next(), shift), digits);
        joined = hn::Or(joined, hn::ShiftLeftSame(drawn, static_cast<int>(8 * Bytes * k)));
      }
      hn::Store(joined, d, words);
      for (std::size_t p = 0; p < hn::Lanes(d); ++p)
        std::memcpy(out + ((part + p) * StreamParts::length + step) * Bytes, words + p, 8);
    }
    hn::Store(streams.s0(), d, parts.s0 + part);
    hn::Store(streams.s1(), d, parts.s1 + part);
  }
}

void draw_parts_here(const lane_draws::Jump& jump, StreamParts& parts, int shift, std::size_t bytes,
                     std::uint8_t* out) {
  if (bytes == 1)
    draw_parts<1>(jump, parts, shift, out);
  else
    draw_parts<4>(jump, parts, shift, out);
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {
namespace {

HWY_EXPORT(draw_parts_here);

// So many refills of so many draws pass before the parts are set up, which pays for long reads alone.
constexpr int plain_refills = 4;
constexpr std::size_t plain_draws = 512;
constexpr std::size_t draws_of_parts = StreamParts::count * StreamParts::length;
// What was drawn and not used is moved to the front, so that draws of one call stand together.
constexpr std::size_t most_left = LaneDraws::most_at_once;

}  // namespace

LaneDraws::LaneDraws(Xoroshiro stream, int shift, std::size_t bytes)
    : stream_(stream), shift_(shift), bytes_(bytes), buffer_((most_left + plain_draws) * bytes) {}

void LaneDraws::draw_one_by_one(std::uint8_t* out, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint64_t word = stream_.next() >> shift_;
    if (bytes_ == 1) {
      out[k] = static_cast<std::uint8_t>(word);
    } else {
      const auto low = static_cast<std::uint32_t>(word);
      std::memcpy(out + 4 * k, &low, 4);
    }
  }
}

void LaneDraws::refill() {
  static_assert(plain_draws <= draws_of_parts);
  const std::size_t left = ready_ - used_;
  std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(used_), left, buffer_.begin());
  const bool in_parts = std::endian::native == std::endian::little && refills_ >= plain_refills;
  const std::size_t draws = in_parts ? draws_of_parts : plain_draws;
  buffer_.resize((most_left + draws) * bytes_);
  std::uint8_t* const out = buffer_.data() + left;
  if (!in_parts) {
    draw_one_by_one(out, draws);
  } else if (refills_ == plain_refills) {
    for (std::size_t part = 0; part < StreamParts::count; ++part) {
      draw_one_by_one(out + part * StreamParts::length * bytes_, StreamParts::length);
      parts_.s0[part] = stream_.s0;
      parts_.s1[part] = stream_.s1;
    }
  } else {
    static const lane_draws::Jump jump;
    HWY_DYNAMIC_DISPATCH(draw_parts_here)(jump, parts_, shift_, bytes_, out);
  }
  if (refills_ <= plain_refills) ++refills_;
  used_ = 0;
  ready_ = left + draws * bytes_;
}

}  // namespace spinsack
#endif
