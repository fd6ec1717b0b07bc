// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_candidates.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/lane_candidates.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since they are compiled once for each.
#include "sampler/byte_lanes-inl.hpp"
#include "sampler/wide_lanes-inl.hpp"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

// Without vectors all are looked at closely.
std::uint32_t byte_candidates_here(const ByteLaw&, bool, const std::int8_t*, const std::uint8_t*,
                                   const std::uint8_t*, const std::uint8_t*) {
  return ~std::uint32_t{0};
}
template <class T>
std::uint32_t wide_candidates(double, const T*, const std::uint8_t*, const std::uint8_t*) {
  return ~std::uint32_t{0};
}

#else

using CandidateTag = hn::CappedTag<std::int8_t, lane_candidates::width>;

template <ByteRule Rule>
HWY_INLINE std::uint32_t byte_candidates(const ByteLaw& law, const std::int8_t* HWY_RESTRICT field,
                                         const std::uint8_t* HWY_RESTRICT bits,
                                         const std::uint8_t* HWY_RESTRICT first,
                                         const std::uint8_t* HWY_RESTRICT second) {
  const CandidateTag d;
  const hn::RebindToUnsigned<CandidateTag> du;
  std::uint32_t candidates = 0;
  auto* const bytes = reinterpret_cast<std::uint8_t*>(&candidates);
  for (std::size_t k = 0; k < lane_candidates::width; k += hn::Lanes(d)) {
    const auto sign = hn::Neg(hn::BitCast(d, hn::LoadU(du, bits + k)));
    const auto a = hn::Sub(hn::Xor(hn::LoadU(d, field + k), sign), sign);
    const auto p = byte_digits<Rule>(du, law, hn::BitCast(du, a));
    const auto u = hn::LoadU(du, first + k);
    const auto beyond = hn::Lt(p.second, hn::LoadU(du, second + k));
    const auto near = hn::AndNot(beyond, hn::Eq(u, p.first));
    const auto free = hn::RebindMask(du, hn::Lt(a, hn::Set(d, std::int8_t{1})));
    hn::StoreMaskBits(du, hn::Or(free, hn::Or(hn::Lt(u, p.first), near)), bytes + k / 8);
  }
  return candidates;
}

std::uint32_t byte_candidates_here(const ByteLaw& law, bool one_table, const std::int8_t* field,
                                   const std::uint8_t* bits, const std::uint8_t* first,
                                   const std::uint8_t* second) {
  return one_table ? byte_candidates<ByteRule::one_table>(law, field, bits, first, second)
                   : byte_candidates<ByteRule::tables>(law, field, bits, first, second);
}

// As in wide_lanes-inl.hpp: in single precision, with a margin; where U is known too coarsely, all may flip.
template <class T>
HWY_INLINE std::uint32_t wide_candidates(double cost, const T* HWY_RESTRICT field,
                                         const std::uint8_t* HWY_RESTRICT bits,
                                         const std::uint8_t* HWY_RESTRICT words) {
  const WideTag d;
  const WideFloatTag df;
  const WideWordTag du;
  const WideSpinTag d8;
  const hn::Rebind<std::uint8_t, WideTag> du8;
  const auto scale = hn::Set(df, static_cast<float>(std::min(cost, 1e30)));
  std::uint32_t candidates = 0;
  for (std::size_t k = 0; k < lane_candidates::width; k += hn::Lanes(d)) {
    const auto sign = hn::Neg(hn::PromoteTo(d, hn::BitCast(d8, hn::LoadU(du8, bits + k))));
    WideVec now;
    if constexpr (sizeof(T) == 4)
      now = hn::LoadU(d, field + k);
    else
      now = hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, WideTag>(), field + k));
    const auto a = hn::Sub(hn::Xor(now, sign), sign);
    const auto word =
        hn::BitCast(du, hn::LoadU(hn::Repartition<std::uint8_t, WideTag>(), words + 4 * k));
    const auto log = negative_log(df, uniform(df, word));
    const auto margin = hn::Mul(hn::Add(log, hn::Set(df, 1.0F)), hn::Set(df, wide_margin));
    const auto x = hn::Mul(hn::ConvertTo(df, a), scale);
    const auto pays = hn::RebindMask(d, hn::Le(x, hn::Add(log, margin)));
    const auto coarse = hn::RebindMask(d, hn::Eq(hn::ShiftRight<coarse_shift>(word), hn::Zero(du)));
    std::uint32_t part = 0;
    hn::StoreMaskBits(d, hn::Or(hn::Or(pays, coarse), hn::Lt(a, hn::Set(d, 1))),
                      reinterpret_cast<std::uint8_t*>(&part));
    candidates |= part << k;
  }
  return candidates;
}

#endif

std::uint32_t wide8_here(double cost, const std::int8_t* field, const std::uint8_t* bits,
                         const std::uint8_t* words) {
  return wide_candidates(cost, field, bits, words);
}
std::uint32_t wide16_here(double cost, const std::int16_t* field, const std::uint8_t* bits,
                          const std::uint8_t* words) {
  return wide_candidates(cost, field, bits, words);
}
std::uint32_t wide32_here(double cost, const std::int32_t* field, const std::uint8_t* bits,
                          const std::uint8_t* words) {
  return wide_candidates(cost, field, bits, words);
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack::lane_candidates {
namespace {

HWY_EXPORT(byte_candidates_here);
HWY_EXPORT(wide8_here);
HWY_EXPORT(wide16_here);
HWY_EXPORT(wide32_here);

// Vectors read 32 of everything, so fewer are copied to where that much may be read.
template <class T>
struct Filled {
  Filled(const T* from, std::size_t count) { std::copy_n(from, count, values); }
  T values[width] = {};
};

std::uint32_t lowest(std::size_t count) { return ~std::uint32_t{0} >> (width - count); }

}  // namespace

std::uint32_t of_bytes(const ByteLaw& law, std::int64_t reach, const std::int8_t* field,
                       const std::uint8_t* bits, const std::uint8_t* first,
                       const std::uint8_t* second, std::size_t count) {
  if (count < width) {
    const Filled all_fields(field, count);
    const Filled all_bits(bits, count);
    const Filled all_first(first, count);
    const Filled all_second(second, count);
    return lowest(count) & of_bytes(law, reach, all_fields.values, all_bits.values,
                                    all_first.values, all_second.values, width);
  }
  return HWY_DYNAMIC_DISPATCH(byte_candidates_here)(law, reach < 16, field, bits, first, second);
}

template <class T>
std::uint32_t of_words(double cost, const T* field, const std::uint8_t* bits,
                       const std::uint8_t* words, std::size_t count) {
  if (count < width) {
    const Filled all_fields(field, count);
    const Filled all_bits(bits, count);
    std::uint8_t all_words[4 * width] = {};
    std::copy_n(words, 4 * count, all_words);
    return lowest(count) & of_words(cost, all_fields.values, all_bits.values, all_words, width);
  }
  if constexpr (sizeof(T) == 1)
    return HWY_DYNAMIC_DISPATCH(wide8_here)(cost, field, bits, words);
  else if constexpr (sizeof(T) == 2)
    return HWY_DYNAMIC_DISPATCH(wide16_here)(cost, field, bits, words);
  else
    return HWY_DYNAMIC_DISPATCH(wide32_here)(cost, field, bits, words);
}

template std::uint32_t of_words(double, const std::int8_t*, const std::uint8_t*,
                                const std::uint8_t*, std::size_t);
template std::uint32_t of_words(double, const std::int16_t*, const std::uint8_t*,
                                const std::uint8_t*, std::size_t);
template std::uint32_t of_words(double, const std::int32_t*, const std::uint8_t*,
                                const std::uint8_t*, std::size_t);

}  // namespace spinsack::lane_candidates
#endif
