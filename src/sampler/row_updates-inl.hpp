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
// Bytes are summed in 16 bits (at most 16 * 255 in size) before they are widened.
template <class Byte>
HWY_INLINE void add_byte_rows(const RowList<Byte>& rows, std::int32_t* HWY_RESTRICT field,
                              std::size_t stride) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<std::int16_t> d16;
  const hn::Half<decltype(d16)> d16_half;
  const hn::Rebind<Byte, decltype(d16)> d8;
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

HWY_INLINE void add_rows(const RowList<std::uint8_t>& rows, std::int32_t* HWY_RESTRICT field,
                         std::size_t stride) {
  add_byte_rows(rows, field, stride);
}
HWY_INLINE void add_rows(const RowList<std::int8_t>& rows, std::int32_t* HWY_RESTRICT field,
                         std::size_t stride) {
  add_byte_rows(rows, field, stride);
}

// Signs: bytes of at most 127 / 16 in size are summed in bytes, and fields are of 16 bits. A line of 64 at a time.
HWY_INLINE void add_rows(const RowList<std::int8_t>& rows, std::int16_t* HWY_RESTRICT field,
                         std::size_t stride) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<std::int8_t, 64> d8;
  const hn::Half<decltype(d8)> half;
  const hn::RepartitionToWide<decltype(d8)> d16;
  constexpr std::size_t width = hn::MaxLanes(d8);
  constexpr std::size_t count = 64 / width;
  for (std::size_t j = 0; j < stride; j += 64) {
    hn::Vec<decltype(d8)> sum[count];
    for (auto& part : sum) part = hn::Zero(d8);
    for (int r = 0; r < rows.count_on; ++r)
      for (std::size_t c = 0; c < count; ++c)
        sum[c] = hn::Add(sum[c], hn::Load(d8, rows.on[r] + j + c * width));
    for (int r = 0; r < rows.count_off; ++r)
      for (std::size_t c = 0; c < count; ++c)
        sum[c] = hn::Sub(sum[c], hn::Load(d8, rows.off[r] + j + c * width));
    for (std::size_t c = 0; c < count; ++c) {
      std::int16_t* const low = field + j + c * width;
      std::int16_t* const high = low + width / 2;
      const auto to_low = hn::PromoteTo(d16, hn::LowerHalf(half, sum[c]));
      const auto to_high = hn::PromoteTo(d16, hn::UpperHalf(half, sum[c]));
      hn::Store(hn::Add(hn::Load(d16, low), to_low), d16, low);
      hn::Store(hn::Add(hn::Load(d16, high), to_high), d16, high);
    }
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
HWY_INLINE void add_rows(const RowList<std::int32_t>& rows, double* HWY_RESTRICT field,
                         std::size_t stride) {
  add_wide_rows(rows, field, stride, [](auto d, const std::int32_t* p) HWY_ATTR {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::PromoteTo(d, hn::Load(hn::Rebind<std::int32_t, decltype(d)>(), p));
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
// Widened exactly, so the sums are those of doubles.
HWY_INLINE void add_rows(const RowList<float>& rows, double* HWY_RESTRICT field,
                         std::size_t stride) {
  add_wide_rows(rows, field, stride, [](auto d, const float* p) HWY_ATTR {
    namespace hn = hwy::HWY_NAMESPACE;
    return hn::PromoteTo(d, hn::Load(hn::Rebind<float, decltype(d)>(), p));
  });
}

// With b the bits of the rows, the couplings are c (2 b - 1): bits are counted in bytes, -16..16 of them, and the
// rest is done once for all rows.
template <class Field>
HWY_INLINE void add_signs(const RowList<std::uint8_t>& rows, std::int32_t size,
                          Field* HWY_RESTRICT field, std::size_t columns) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<std::int8_t, 64> d8;
  const hn::Repartition<std::int16_t, decltype(d8)> d16;
  const hn::Repartition<std::int32_t, decltype(d8)> d32;
  const hn::Half<decltype(d8)> d8_half;
  const hn::Half<decltype(d16)> d16_half;
  const hn::Repartition<Field, decltype(d8)> d;
  const std::size_t width = hn::Lanes(d8);
  const std::size_t part = hn::Lanes(d);
  const auto balance = hn::Set(d8, static_cast<std::int8_t>(rows.count_on - rows.count_off));
  const auto c = hn::Set(d, static_cast<Field>(size));
  for (std::size_t j = 0; j < columns; j += width) {
    auto count = hn::Zero(d8);
    for (int r = 0; r < rows.count_on; ++r)
      count = hn::Sub(count, hn::VecFromMask(d8, hn::LoadMaskBits(d8, rows.on[r] + j / 8)));
    for (int r = 0; r < rows.count_off; ++r)
      count = hn::Add(count, hn::VecFromMask(d8, hn::LoadMaskBits(d8, rows.off[r] + j / 8)));
    const auto change = hn::Sub(hn::Add(count, count), balance);
    const auto add = [&](std::size_t place, auto signs) HWY_ATTR {
      if (size != 1) signs = hn::Mul(signs, c);
      hn::Store(hn::Add(hn::Load(d, field + place), signs), d, field + place);
    };
    const auto low = hn::PromoteTo(d16, hn::LowerHalf(d8_half, change));
    const auto high = hn::PromoteTo(d16, hn::UpperHalf(d8_half, change));
    if constexpr (sizeof(Field) == 2) {
      add(j, low);
      add(j + part, high);
    } else {
      add(j, hn::PromoteTo(d32, hn::LowerHalf(d16_half, low)));
      add(j + part, hn::PromoteTo(d32, hn::UpperHalf(d16_half, low)));
      add(j + 2 * part, hn::PromoteTo(d32, hn::LowerHalf(d16_half, high)));
      add(j + 3 * part, hn::PromoteTo(d32, hn::UpperHalf(d16_half, high)));
    }
  }
}
#else
template <class Field>
HWY_INLINE void add_signs(const RowList<std::uint8_t>& rows, std::int32_t size,
                          Field* HWY_RESTRICT field, std::size_t columns) {
  const auto sign = [size](const std::uint8_t* row, std::size_t j) {
    return (row[j / 8] >> (j % 8) & 1) != 0 ? size : -size;
  };
  for (int r = 0; r < rows.count_on; ++r)
    for (std::size_t j = 0; j < columns; ++j)
      field[j] = static_cast<Field>(field[j] + sign(rows.on[r], j));
  for (int r = 0; r < rows.count_off; ++r)
    for (std::size_t j = 0; j < columns; ++j)
      field[j] = static_cast<Field>(field[j] - sign(rows.off[r], j));
}
#endif

// Where a register takes a mask as it is in memory, bits are the fastest way to a sign; elsewhere it takes longer to make
// bytes of them than to fetch the bytes.
inline constexpr bool signs_in_bits = HWY_TARGET <= HWY_AVX3;

template <class T, class Field>
HWY_INLINE void add_rows(const RowList<T>& rows, Field* HWY_RESTRICT field, std::size_t stride) {
  for (int r = 0; r < rows.count_on; ++r)
    for (std::size_t j = 0; j < stride; ++j)
      field[j] = static_cast<Field>(field[j] + static_cast<Field>(rows.on[r][j]));
  for (int r = 0; r < rows.count_off; ++r)
    for (std::size_t j = 0; j < stride; ++j)
      field[j] = static_cast<Field>(field[j] - static_cast<Field>(rows.off[r][j]));
}

// Those of the flipped variables of a group that have couplings.
HWY_INLINE unsigned coupled(unsigned flipped, Index base, Index row_count) {
  if (base + group_size <= row_count) return flipped;
  return row_count <= base ? 0 : flipped & ((1U << (row_count - base)) - 1);
}

// The rows of the flipped variables of a group. before: the bits before the flips.
template <class T, class Rows>
HWY_INLINE RowList<T> flipped_rows(const Rows& rows, Index base, unsigned before,
                                   unsigned flipped) {
  RowList<T> list;
  for (unsigned m = flipped & ~before; m != 0; m &= m - 1)
    list.on[list.count_on++] = rows.row_data(base + std::countr_zero(m));
  for (unsigned m = flipped & before; m != 0; m &= m - 1)
    list.off[list.count_off++] = rows.row_data(base + std::countr_zero(m));
  return list;
}

// Adds the rows of the flipped variables of a group to all fields.
template <class T, class Field>
HWY_INLINE void spread_flips(const DenseRows<T>& rows, Index base, Index row_count, unsigned before,
                             unsigned flipped, Field* HWY_RESTRICT field) {
  const auto list = flipped_rows<T>(rows, base, before, coupled(flipped, base, row_count));
  if (list.count_on + list.count_off > 0) add_rows(list, field, rows.stride());
}

template <class Field>
HWY_INLINE void spread_flips(const SignRows& rows, Index base, Index row_count, unsigned before,
                             unsigned flipped, Field* HWY_RESTRICT field) {
  flipped = coupled(flipped, base, row_count);
  const auto list = flipped_rows<std::uint8_t>(rows, base, before, flipped);
  if (list.count_on + list.count_off == 0) return;
  add_signs(list, rows.size(), field, rows.columns());
  // A variable has no coupling with itself.
  for (unsigned m = flipped; m != 0; m &= m - 1) {
    const int l = std::countr_zero(m);
    const std::int32_t own = (before >> l & 1) == 0 ? rows.size() : -rows.size();
    field[base + l] = static_cast<Field>(field[base + l] + own);
  }
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

// What holds the couplings of a model, and the function that spreads flips through it. One call by pointer for each
// group with flips: the sweep is compiled once for all kinds of rows.
template <class Field>
class RowSpreader {
 public:
  template <class Rows>
  RowSpreader(const Rows& rows, Index row_count)
      : rows_(&rows),
        row_count_(row_count),
        spread_([](const void* held, Index base, Index count, unsigned before, unsigned flipped,
                   Field* field) HWY_ATTR {
          spread_flips(*static_cast<const Rows*>(held), base, count, before, flipped, field);
        }) {}

  HWY_INLINE void operator()(Index base, unsigned before, unsigned flipped, Field* field) const {
    spread_(rows_, base, row_count_, before, flipped, field);
  }

 private:
  const void* rows_;
  Index row_count_;
  void (*spread_)(const void*, Index, Index, unsigned, unsigned, Field*);
};

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
