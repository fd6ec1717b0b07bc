// SPDX-License-Identifier: Apache-2.0
// A register full of the streams of LaneRandom. To be included by files that Highway compiles once per instruction set.
#if defined(SPINSACK_SAMPLER_LANE_STREAMS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SPINSACK_SAMPLER_LANE_STREAMS_INL_HPP
#undef SPINSACK_SAMPLER_LANE_STREAMS_INL_HPP
#else
#define SPINSACK_SAMPLER_LANE_STREAMS_INL_HPP
#endif

#include "sampler/lane_random.hpp"

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

class Streams {
 public:
  using Tag = hwy::HWY_NAMESPACE::CappedTag<std::uint64_t, 8>;
  using Vec = hwy::HWY_NAMESPACE::Vec<Tag>;

  HWY_INLINE Streams(const LaneRandom& random, std::size_t stream)
      : s0_(hwy::HWY_NAMESPACE::LoadU(Tag(), random.s0 + stream)),
        s1_(hwy::HWY_NAMESPACE::LoadU(Tag(), random.s1 + stream)) {}

  HWY_INLINE Streams(Vec s0, Vec s1) : s0_(s0), s1_(s1) {}

  HWY_INLINE Vec s0() const { return s0_; }
  HWY_INLINE Vec s1() const { return s1_; }
  HWY_INLINE void store(LaneRandom& random, std::size_t stream) const {
    hwy::HWY_NAMESPACE::StoreU(s0_, Tag(), random.s0 + stream);
    hwy::HWY_NAMESPACE::StoreU(s1_, Tag(), random.s1 + stream);
  }

  // As Xoroshiro::next.
  HWY_INLINE Vec next() {
    namespace hn = hwy::HWY_NAMESPACE;
    const auto word = hn::Add(hn::RotateRight<47>(hn::Add(s0_, s1_)), s0_);
    s1_ = hn::Xor(s1_, s0_);
    s0_ = hn::Xor3(hn::RotateRight<15>(s0_), s1_, hn::ShiftLeft<21>(s1_));
    s1_ = hn::RotateRight<36>(s1_);
    return word;
  }

 private:
  Vec s0_;
  Vec s1_;
};

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
