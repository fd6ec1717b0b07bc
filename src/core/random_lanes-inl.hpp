// SPDX-License-Identifier: Apache-2.0
// Random numbers for the vector kernels: 16 streams of xoshiro128++ (Blackman and Vigna 2019) side by side,
// whatever the width of the vectors, and exponentially distributed numbers made from them. To be included
// by files that Highway compiles once per instruction set.
#if defined(SPINSACK_CORE_RANDOM_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SPINSACK_CORE_RANDOM_LANES_INL_HPP
#undef SPINSACK_CORE_RANDOM_LANES_INL_HPP
#else
#define SPINSACK_CORE_RANDOM_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {

inline constexpr std::size_t random_lanes = 16;

// -ln of a positive float to about 1e-7: exponent times ln 2, plus a polynomial on [sqrt(1/2), sqrt(2)).
// The coefficients interpolate (ln(1 + z) - z + z^2/2) / z^3 at Chebyshev nodes.
template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> negative_log(D d, hwy::HWY_NAMESPACE::Vec<D> x) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::RebindToSigned<D> di;
  constexpr std::int32_t sqrt_half_bits = 0x3f3504f3;
  const auto bits = hn::BitCast(di, x);
  const auto exponent = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(di, sqrt_half_bits)));
  const auto mantissa = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(exponent)));
  const auto z = hn::Sub(mantissa, hn::Set(d, 1.0F));
  auto p = hn::Set(d, 0.09048784419328479F);
  for (const float c : {-0.1403089219508834F, 0.14703899166826745F, -0.16602718853413742F,
                        0.19984223247212643F, -0.2500070255066415F, 0.3333341539881283F})
    p = hn::Add(hn::Mul(p, z), hn::Set(d, c));
  const auto z2 = hn::Mul(z, z);
  auto log = hn::Mul(hn::Mul(p, z), z2);
  log = hn::Sub(log, hn::Mul(z2, hn::Set(d, 0.5F)));
  log = hn::Add(log, z);
  log = hn::Add(log, hn::Mul(hn::ConvertTo(d, exponent), hn::Set(d, 0.6931471805599453F)));
  return hn::Neg(log);
}

// The next words of the streams lane, lane + 1, ..; state holds the four words of all streams, word by word.
template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> next_words(D d, std::uint32_t* HWY_RESTRICT state,
                                                 std::size_t lane) {
  namespace hn = hwy::HWY_NAMESPACE;
  auto s0 = hn::Load(d, state + lane);
  auto s1 = hn::Load(d, state + random_lanes + lane);
  auto s2 = hn::Load(d, state + 2 * random_lanes + lane);
  auto s3 = hn::Load(d, state + 3 * random_lanes + lane);
  const auto result = hn::Add(hn::RotateRight<25>(hn::Add(s0, s3)), s0);
  const auto shifted = hn::ShiftLeft<9>(s1);
  s2 = hn::Xor(s2, s0);
  s3 = hn::Xor(s3, s1);
  s1 = hn::Xor(s1, s2);
  s0 = hn::Xor(s0, s3);
  s2 = hn::Xor(s2, shifted);
  s3 = hn::RotateRight<21>(s3);
  hn::Store(s0, d, state + lane);
  hn::Store(s1, d, state + random_lanes + lane);
  hn::Store(s2, d, state + 2 * random_lanes + lane);
  hn::Store(s3, d, state + 3 * random_lanes + lane);
  return result;
}

// u = (31 bits + 1/2) / 2^31 lies inside (0, 1]; its conversion to float is rounded, the same everywhere.
template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> uniform(
    D d, hwy::HWY_NAMESPACE::Vec<hwy::HWY_NAMESPACE::RebindToUnsigned<D>> words) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto bits = hn::BitCast(hn::RebindToSigned<D>(), hn::ShiftRight<1>(words));
  return hn::Mul(hn::Add(hn::ConvertTo(d, bits), hn::Set(d, 0.5F)), hn::Set(d, 0x1p-31F));
}

// out is aligned and has 16 entries.
HWY_INLINE void exponentials(std::uint32_t* HWY_RESTRICT random, float* HWY_RESTRICT out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<float, random_lanes> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  for (std::size_t l = 0; l < random_lanes; l += hn::Lanes(d))
    hn::Store(negative_log(d, uniform(d, next_words(du, random, l))), d, out + l);
}

}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
