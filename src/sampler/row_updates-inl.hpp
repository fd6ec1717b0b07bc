// SPDX-License-Identifier: Apache-2.0
// Adds the rows of the variables of a group that flipped to the fields of everybody, all of them in one pass. To
// be included by files that Highway compiles once per instruction set.
#if defined(SPINSACK_SAMPLER_ROW_UPDATES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SPINSACK_SAMPLER_ROW_UPDATES_INL_HPP
#undef SPINSACK_SAMPLER_ROW_UPDATES_INL_HPP
#else
#define SPINSACK_SAMPLER_ROW_UPDATES_INL_HPP
#endif

#include "core/symmetric_rows.hpp"
#include "sampler/kernel_model.hpp"

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

// Rows of the variables that flipped together, those switched on first.
// NOLINTBEGIN(cppcoreguidelines-pro-type-member-init): filled up to the counts, and zeros would cost
template <class T>
struct RowList {
  const T* on[group_size];
  const T* off[group_size];
  int count_on = 0;
  int count_off = 0;
};
// NOLINTEND(cppcoreguidelines-pro-type-member-init)

#if HWY_TARGET != HWY_SCALAR
// Bytes are summed in 16 bits (at most 16 * 255) before they are widened.
HWY_INLINE void add_rows(const RowList<std::uint8_t>& rows, std::int32_t* HWY_RESTRICT field,
                         std::size_t stride) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<std::int16_t> d16;
  const hn::Half<decltype(d16)> d16_half;
  const hn::Rebind<std::uint8_t, decltype(d16)> d8;
  const hn::Repartition<std::int32_t, decltype(d16)> d32;
  const std::size_t width = hn::Lanes(d16);
  const std::size_t half = width / 2;
  for (std::size_t j = 0; j < stride; j += 2 * width) {
    auto low = hn::Zero(d16);
    auto high = hn::Zero(d16);
    for (int r = 0; r < rows.count_on; ++r) {
      low = hn::Add(low, hn::PromoteTo(d16, hn::LoadU(d8, rows.on[r] + j)));
      high = hn::Add(high, hn::PromoteTo(d16, hn::LoadU(d8, rows.on[r] + j + width)));
    }
    for (int r = 0; r < rows.count_off; ++r) {
      low = hn::Sub(low, hn::PromoteTo(d16, hn::LoadU(d8, rows.off[r] + j)));
      high = hn::Sub(high, hn::PromoteTo(d16, hn::LoadU(d8, rows.off[r] + j + width)));
    }
    const auto add = [&](std::size_t place, auto change) HWY_ATTR {
      const auto sum = hn::Add(hn::Load(d32, field + place), hn::PromoteTo(d32, change));
      hn::Store(sum, d32, field + place);
    };
    add(j, hn::LowerHalf(d16_half, low));
    add(j + half, hn::UpperHalf(d16_half, low));
    add(j + width, hn::LowerHalf(d16_half, high));
    add(j + width + half, hn::UpperHalf(d16_half, high));
  }
}

// Wider entries: a few vectors of fields stay in registers while all rows pass by.
template <class T, class Field, class Load>
HWY_INLINE void add_wide_rows(const RowList<T>& rows, Field* HWY_RESTRICT field, std::size_t stride,
                              const Load& load) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<Field> d;
  const std::size_t width = hn::Lanes(d);
  constexpr std::size_t line = 64 / sizeof(Field);  // fields, a multiple of every width
  constexpr int most = static_cast<int>(line / hn::MaxLanes(d)) * 2;
  std::size_t j = 0;
  const auto pass = [&]<int Count>(std::integral_constant<int, Count>) HWY_ATTR {
    for (; j + Count * width <= stride; j += Count * width) {
      hn::Vec<decltype(d)> sum[Count];
      for (int c = 0; c < Count; ++c)
        sum[c] = hn::Load(d, field + j + static_cast<std::size_t>(c) * width);
      for (int r = 0; r < rows.count_on; ++r)
        for (int c = 0; c < Count; ++c)
          sum[c] = hn::Add(sum[c], load(d, rows.on[r] + j + static_cast<std::size_t>(c) * width));
      for (int r = 0; r < rows.count_off; ++r)
        for (int c = 0; c < Count; ++c)
          sum[c] = hn::Sub(sum[c], load(d, rows.off[r] + j + static_cast<std::size_t>(c) * width));
      for (int c = 0; c < Count; ++c)
        hn::Store(sum[c], d, field + j + static_cast<std::size_t>(c) * width);
    }
  };
  pass(std::integral_constant<int, most>());
  pass(std::integral_constant<int, 1>());
}

HWY_INLINE void add_rows(const RowList<std::int32_t>& rows, std::int32_t* HWY_RESTRICT field,
                         std::size_t stride) {
  add_wide_rows(rows, field, stride, [](auto d, const std::int32_t* p) HWY_ATTR {
    return hwy::HWY_NAMESPACE::Load(d, p);
  });
}
HWY_INLINE void add_rows(const RowList<std::int16_t>& rows, std::int32_t* HWY_RESTRICT field,
                         std::size_t stride) {
  add_wide_rows(rows, field, stride, [](auto d, const std::int16_t* p) HWY_ATTR {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::PromoteTo(d, hn::Load(hn::Rebind<std::int16_t, decltype(d)>(), p));
  });
}
HWY_INLINE void add_rows(const RowList<double>& rows, double* HWY_RESTRICT field,
                         std::size_t stride) {
  add_wide_rows(rows, field, stride,
                [](auto d, const double* p) HWY_ATTR { return hwy::HWY_NAMESPACE::Load(d, p); });
}
#endif

template <class T, class Field>
HWY_INLINE void add_rows(const RowList<T>& rows, Field* HWY_RESTRICT field, std::size_t stride) {
  for (int r = 0; r < rows.count_on; ++r)
    for (std::size_t j = 0; j < stride; ++j) field[j] += static_cast<Field>(rows.on[r][j]);
  for (int r = 0; r < rows.count_off; ++r)
    for (std::size_t j = 0; j < stride; ++j) field[j] -= static_cast<Field>(rows.off[r][j]);
}

// Adds the rows of the flipped variables of a group to all fields. before: the bits before the flips.
template <class T, class Field>
HWY_INLINE void spread_flips(const DenseRows<T>& rows, Index base, Index row_count, unsigned before,
                             unsigned flipped, Field* HWY_RESTRICT field) {
  RowList<T> list;
  if (base + group_size > row_count)
    flipped &= row_count <= base ? 0 : (1U << (row_count - base)) - 1;
  for (unsigned m = flipped & ~before; m != 0; m &= m - 1)
    list.on[list.count_on++] = rows.row_data(base + std::countr_zero(m));
  for (unsigned m = flipped & before; m != 0; m &= m - 1)
    list.off[list.count_off++] = rows.row_data(base + std::countr_zero(m));
  if (list.count_on + list.count_off > 0) add_rows(list, field, rows.stride());
}

template <class T, class Field>
HWY_INLINE void spread_flips(const SparseRows<T>& rows, Index base, Index row_count,
                             unsigned before, unsigned flipped, Field* HWY_RESTRICT field) {
  for (unsigned m = flipped; m != 0; m &= m - 1) {
    const int l = std::countr_zero(m);
    if (base + l >= row_count) return;
    const auto columns = rows.columns(base + l);
    const auto values = rows.values(base + l);
    if ((before >> l & 1) == 0)
      for (std::size_t e = 0; e < columns.size(); ++e)
        field[columns[e]] += static_cast<Field>(values[e]);
    else
      for (std::size_t e = 0; e < columns.size(); ++e)
        field[columns[e]] -= static_cast<Field>(values[e]);
  }
}

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
