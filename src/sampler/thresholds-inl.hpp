// SPDX-License-Identifier: Apache-2.0
// Metropolis thresholds of a group of 16: the largest one first, and the others given that one. To be included
// by files that Highway compiles once per instruction set.
#if defined(SPINSACK_SAMPLER_THRESHOLDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SPINSACK_SAMPLER_THRESHOLDS_INL_HPP
#undef SPINSACK_SAMPLER_THRESHOLDS_INL_HPP
#else
#define SPINSACK_SAMPLER_THRESHOLDS_INL_HPP
#endif

#include "core/random_lanes-inl.hpp"
#include "sampler/group_deltas-inl.hpp"
#include "sampler/kernel_model.hpp"
#include "sampler/thresholds.hpp"

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

// The largest of 16 exponential numbers, for some groups to come. Its distribution function is
// (1 - e^-m)^16, so with u uniform e^-m = 1 - (1 - u)^(1/16), computed as 1 - e^-x, x = -ln(1 - u) / 16,
// by a series: small values, which decide at low temperatures, keep all their digits.
HWY_INLINE void refill_largest(KernelState& state) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<float, group_size> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  for (std::size_t place = 0; place < KernelState::largest_ahead; place += hn::Lanes(d)) {
    const auto u = uniform(d, next_words(du, state.random, place % group_size));
    // For small u the difference 1 - u is rounded too much, and -ln(1 - u) = u + u^2 / 2 is closer.
    const auto direct = negative_log(d, hn::Sub(hn::Set(d, 1.0F), u));
    const auto series = hn::Add(u, hn::Mul(hn::Mul(u, u), hn::Set(d, 0.5F)));
    const auto small = hn::Lt(u, hn::Set(d, 0x1p-12F));
    const auto x = hn::Mul(hn::IfThenElse(small, series, direct), hn::Set(d, 0.0625F));
    auto p = hn::Set(d, one_minus_exp_series[0]);
    for (std::size_t k = 1; k < one_minus_exp_series.size(); ++k)
      p = hn::Add(hn::Mul(p, x), hn::Set(d, one_minus_exp_series[k]));
    const auto tail = hn::Mul(p, x);
    hn::Store(tail, d, state.largest_tail + place);
    hn::Store(negative_log(d, tail), d, state.largest + place);
  }
  state.largest_used = 0;
}

// 16 exponential numbers, given that the largest is m, with e^-m = tail: it belongs to a random lane,
// and the others are e = -ln(1 - u (1 - tail)).
HWY_INLINE void exponentials_below(std::uint32_t* HWY_RESTRICT random, float m, float tail,
                                   float* HWY_RESTRICT out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<float, group_size> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const auto one = hn::Set(d, 1.0F);
  const auto share = hn::Sub(one, hn::Set(d, tail));
  HWY_ALIGN std::uint32_t words[group_size];
  for (std::size_t l = 0; l < group_size; l += hn::Lanes(d)) {
    const auto w = next_words(du, random, l);
    hn::Store(w, du, words + l);
    hn::Store(negative_log(d, hn::Sub(one, hn::Mul(uniform(d, w), share))), d, out + l);
  }
  // The lowest bit of a word is in no uniform number: four of them choose the lane.
  out[(words[0] & 1) | (words[1] & 1) << 1 | (words[2] & 1) << 2 | (words[3] & 1) << 3] = m;
}

// The thresholds of a group whose cheapest flip is among `cheapest`; false if no flip can pass, and then out is not
// filled. Where all flips are dear the largest threshold is drawn first: if it cannot pay for any of them, and it
// rarely can, the group is done with one random number.
HWY_INLINE bool thresholds_of_group(KernelState& state, Vec cheapest, double temperature,
                                    float* HWY_RESTRICT out) {
  const Doubles d;
  const auto lively = hn::Set(d, temperature * lively_limit);
  if (state.largest_used == KernelState::largest_ahead) refill_largest(state);
  const float m = state.largest[state.largest_used];
  const auto payable = [&](Vec most) HWY_ATTR { return !hn::AllFalse(d, hn::Le(cheapest, most)); };
  // The larger one of vectors, since compilers make a branch of the larger one of numbers, and nobody can guess it.
  if (!payable(hn::Max(lively, hn::Set(d, temperature * static_cast<double>(m))))) {
    ++state.largest_used;
    return false;
  }
  if (payable(lively))
    exponentials(state.random, out);
  else
    exponentials_below(state.random, m, state.largest_tail[state.largest_used++], out);
  return true;
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
