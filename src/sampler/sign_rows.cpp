// SPDX-License-Identifier: Apache-2.0
#include "sampler/sign_rows.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/sign_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

// The signs of a row, and how many of its entries are +-size. columns is a multiple of 64.
std::size_t signs_of_row_here(const std::int8_t* row, std::size_t columns, std::int8_t size,
                              std::uint8_t* bits) {
#if HWY_TARGET == HWY_SCALAR
  std::size_t count = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    bits[j / 8] = static_cast<std::uint8_t>(bits[j / 8] | (row[j] > 0 ? 1U << (j % 8) : 0U));
    count += row[j] == size || row[j] == -size ? 1 : 0;
  }
  return count;
#else
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<std::int8_t, 64> d;
  const auto plus = hn::Set(d, size);
  const auto minus = hn::Set(d, static_cast<std::int8_t>(-size));
  std::size_t count = 0;
  for (std::size_t j = 0; j < columns; j += hn::Lanes(d)) {
    const auto q = hn::Load(d, row + j);
    count += hn::CountTrue(d, hn::Or(hn::Eq(q, plus), hn::Eq(q, minus)));
    std::uint8_t mask[8] = {};
    hn::StoreMaskBits(d, hn::Gt(q, hn::Zero(d)), mask);
    for (std::size_t k = 0; k < hn::Lanes(d) / 8; ++k) bits[j / 8 + k] = mask[k];
  }
  return count;
#endif
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cstdlib>

namespace spinsack {

HWY_EXPORT(signs_of_row_here);

std::optional<SignRows> SignRows::of(const SymmetricRows& pairs) {
  const std::int64_t n = pairs.size();
  if (n < 2 || pairs.pairs() != n * (n - 1) / 2) return std::nullopt;
  return pairs.visit([&]<class Rows>(const Rows& rows) -> std::optional<SignRows> {
    if constexpr (std::is_same_v<Rows, DenseRows<std::int8_t>>) {
      const int size = std::abs(int{rows.row_data(0)[1]});
      if (size > INT8_MAX) return std::nullopt;
      SignRows signs(pairs.size(), size);
      const auto sign_row = HWY_DYNAMIC_DISPATCH(signs_of_row_here);
      for (Index i = 0; i < pairs.size(); ++i)
        if (sign_row(rows.row_data(i), signs.columns(), static_cast<std::int8_t>(size),
                     signs.bits_.data() + at(i) * signs.stride_) != at(pairs.size()) - 1)
          return std::nullopt;
      return signs;
    } else {
      return std::nullopt;
    }
  });
}

}  // namespace spinsack
#endif
