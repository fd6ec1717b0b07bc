// SPDX-License-Identifier: Apache-2.0
#include "linear/product.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "linear/product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Blocks that fit the caches: a piece of `a` of 96 x 256 in the second level, columns of `b` in the first.
#ifndef SPINSACK_LINEAR_BLOCKS
#define SPINSACK_LINEAR_BLOCKS
namespace spinsack::linear {
namespace {
constexpr std::size_t inner_block = 256;  // part of the result: where sums are cut
constexpr std::size_t row_block = 96;
constexpr std::size_t column_block = 512;
constexpr std::size_t tile_columns = 4;
constexpr std::size_t partial_sums = 8;
}  // namespace
}  // namespace spinsack::linear
#endif

HWY_BEFORE_NAMESPACE();
namespace spinsack::linear::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Doubles = hn::CappedTag<double, 8>;
constexpr std::size_t lanes = hn::MaxLanes(Doubles());
constexpr std::size_t tile_rows = 2 * lanes;

// Strips of tile_rows rows; in a strip column after column, padded with zeros.
HWY_NOINLINE void pack_rows(View a, As as, double factor, double* HWY_RESTRICT out,
                            std::size_t rows, std::size_t inner) {
  for (std::size_t i = 0; i < rows; i += tile_rows) {
    const std::size_t height = std::min(tile_rows, rows - i);
    if (as == As::it_is) {
      for (std::size_t k = 0; k < inner; ++k, out += tile_rows) {
        const double* const from = a.column(k) + i;
        for (std::size_t r = 0; r < height; ++r) out[r] = factor * from[r];
        for (std::size_t r = height; r < tile_rows; ++r) out[r] = 0;
      }
    } else {
      for (std::size_t r = 0; r < height; ++r) {
        const double* const from = a.column(i + r);
        for (std::size_t k = 0; k < inner; ++k) out[k * tile_rows + r] = factor * from[k];
      }
      for (std::size_t r = height; r < tile_rows; ++r)
        for (std::size_t k = 0; k < inner; ++k) out[k * tile_rows + r] = 0;
      out += inner * tile_rows;
    }
  }
}

// Strips of tile_columns columns; in a strip row after row, padded with zeros.
HWY_NOINLINE void pack_columns(View b, As as, double* HWY_RESTRICT out, std::size_t columns,
                               std::size_t inner) {
  for (std::size_t j = 0; j < columns; j += tile_columns) {
    const std::size_t width = std::min(tile_columns, columns - j);
    for (std::size_t c = 0; c < tile_columns; ++c) {
      if (c >= width) {
        for (std::size_t k = 0; k < inner; ++k) out[k * tile_columns + c] = 0;
      } else if (as == As::it_is) {
        const double* const from = b.column(j + c);
        for (std::size_t k = 0; k < inner; ++k) out[k * tile_columns + c] = from[k];
      } else {
        for (std::size_t k = 0; k < inner; ++k) out[k * tile_columns + c] = b(j + c, k);
      }
    }
    out += inner * tile_columns;
  }
}

// One tile of c, a strip of each by the other.
HWY_INLINE void add_tile(const double* HWY_RESTRICT a, const double* HWY_RESTRICT b,
                         std::size_t inner, View c) {
  const Doubles d;
  auto s00 = hn::Zero(d), s10 = hn::Zero(d), s01 = hn::Zero(d), s11 = hn::Zero(d);
  auto s02 = hn::Zero(d), s12 = hn::Zero(d), s03 = hn::Zero(d), s13 = hn::Zero(d);
  for (std::size_t k = 0; k < inner; ++k, a += tile_rows, b += tile_columns) {
    const auto a0 = hn::Load(d, a);
    const auto a1 = hn::Load(d, a + lanes);
    const auto b0 = hn::Set(d, b[0]);
    s00 = hn::Add(s00, hn::Mul(a0, b0));
    s10 = hn::Add(s10, hn::Mul(a1, b0));
    const auto b1 = hn::Set(d, b[1]);
    s01 = hn::Add(s01, hn::Mul(a0, b1));
    s11 = hn::Add(s11, hn::Mul(a1, b1));
    const auto b2 = hn::Set(d, b[2]);
    s02 = hn::Add(s02, hn::Mul(a0, b2));
    s12 = hn::Add(s12, hn::Mul(a1, b2));
    const auto b3 = hn::Set(d, b[3]);
    s03 = hn::Add(s03, hn::Mul(a0, b3));
    s13 = hn::Add(s13, hn::Mul(a1, b3));
  }
  if (c.rows == tile_rows && c.columns == tile_columns) {
    const auto add = [&](double* column, auto upper, auto lower) HWY_ATTR {
      hn::StoreU(hn::Add(hn::LoadU(d, column), upper), d, column);
      hn::StoreU(hn::Add(hn::LoadU(d, column + lanes), lower), d, column + lanes);
    };
    add(c.column(0), s00, s10);
    add(c.column(1), s01, s11);
    add(c.column(2), s02, s12);
    add(c.column(3), s03, s13);
    return;
  }
  HWY_ALIGN double tile[tile_columns * tile_rows];
  hn::Store(s00, d, tile);
  hn::Store(s10, d, tile + lanes);
  hn::Store(s01, d, tile + tile_rows);
  hn::Store(s11, d, tile + tile_rows + lanes);
  hn::Store(s02, d, tile + 2 * tile_rows);
  hn::Store(s12, d, tile + 2 * tile_rows + lanes);
  hn::Store(s03, d, tile + 3 * tile_rows);
  hn::Store(s13, d, tile + 3 * tile_rows + lanes);
  for (std::size_t j = 0; j < c.columns; ++j)
    for (std::size_t i = 0; i < c.rows; ++i) c(i, j) += tile[j * tile_rows + i];
}

void add_product(double factor, View a, As as_a, View b, As as_b, View c) {
  const std::size_t inner_size = as_a == As::it_is ? a.columns : a.rows;
  // Room for whole strips, of this thread alone.
  static thread_local AlignedVector<double> packed_a(inner_block * (row_block + 16));
  static thread_local AlignedVector<double> packed_b(inner_block * (column_block + tile_columns));
  for (std::size_t j = 0; j < c.columns; j += column_block) {
    const std::size_t columns = std::min(column_block, c.columns - j);
    for (std::size_t k = 0; k < inner_size; k += inner_block) {
      const std::size_t inner = std::min(inner_block, inner_size - k);
      pack_columns(
          as_b == As::it_is ? b.block(k, j, inner, columns) : b.block(j, k, columns, inner), as_b,
          packed_b.data(), columns, inner);
      for (std::size_t i = 0; i < c.rows; i += row_block) {
        const std::size_t rows = std::min(row_block, c.rows - i);
        pack_rows(as_a == As::it_is ? a.block(i, k, rows, inner) : a.block(k, i, inner, rows), as_a,
                  factor, packed_a.data(), rows, inner);
        for (std::size_t jj = 0; jj < columns; jj += tile_columns)
          for (std::size_t ii = 0; ii < rows; ii += tile_rows)
            add_tile(packed_a.data() + ii * inner, packed_b.data() + jj * inner, inner,
                     c.block(i + ii, j + jj, std::min(tile_rows, rows - ii),
                             std::min(tile_columns, columns - jj)));
      }
    }
  }
}

void add_multiple(double factor, const double* x, double* y, std::size_t length) {
  const Doubles d;
  const auto f = hn::Set(d, factor);
  std::size_t i = 0;
  for (; i + lanes <= length; i += lanes)
    hn::StoreU(hn::Add(hn::LoadU(d, y + i), hn::Mul(f, hn::LoadU(d, x + i))), d, y + i);
  for (; i < length; ++i) y[i] += factor * x[i];
}

// For rows i.. of so many vectors at a time, so that additions need not wait for each other.
template <std::size_t Vectors>
HWY_INLINE void add_columns_to(View x, const double* factors, double* y, std::size_t i) {
  const Doubles d;
  hn::Vec<Doubles> sum[Vectors];
  for (std::size_t v = 0; v < Vectors; ++v) sum[v] = hn::LoadU(d, y + i + v * lanes);
  for (std::size_t k = 0; k < x.columns; ++k) {
    const auto f = hn::Set(d, factors[k]);
    const double* const column = x.column(k) + i;
    for (std::size_t v = 0; v < Vectors; ++v)
      sum[v] = hn::Add(sum[v], hn::Mul(f, hn::LoadU(d, column + v * lanes)));
  }
  for (std::size_t v = 0; v < Vectors; ++v) hn::StoreU(sum[v], d, y + i + v * lanes);
}

void add_columns(View x, const double* factors, double* y) {
  std::size_t i = 0;
  for (; i + 4 * lanes <= x.rows; i += 4 * lanes) add_columns_to<4>(x, factors, y, i);
  const std::size_t vectors = (x.rows - i) / lanes;
  if (vectors == 3) add_columns_to<3>(x, factors, y, i);
  if (vectors == 2) add_columns_to<2>(x, factors, y, i);
  if (vectors == 1) add_columns_to<1>(x, factors, y, i);
  i += vectors * lanes;
  // Single rows side by side, for the same reason.
  const std::size_t left = x.rows - i;
  if (left == 0) return;
  double sum[lanes];
  std::copy_n(y + i, left, sum);
  for (std::size_t k = 0; k < x.columns; ++k) {
    const double* const column = x.column(k) + i;
    for (std::size_t r = 0; r < left; ++r) sum[r] += factors[k] * column[r];
  }
  std::copy_n(sum, left, y + i);
}

double dot(const double* x, const double* y, std::size_t length) {
  const Doubles d;
  constexpr std::size_t vectors = partial_sums / lanes;
  hn::Vec<Doubles> sum[vectors];
  for (auto& s : sum) s = hn::Zero(d);
  std::size_t i = 0;
  for (; i + partial_sums <= length; i += partial_sums)
    for (std::size_t v = 0; v < vectors; ++v)
      sum[v] = hn::Add(sum[v],
                       hn::Mul(hn::LoadU(d, x + i + v * lanes), hn::LoadU(d, y + i + v * lanes)));
  HWY_ALIGN double part[partial_sums];
  for (std::size_t v = 0; v < vectors; ++v) hn::Store(sum[v], d, part + v * lanes);
  for (std::size_t p = 0; i < length; ++i, ++p) part[p] += x[i] * y[i];
  double total = 0;
  for (const double p : part) total += p;
  return total;
}

}  // namespace
}  // namespace spinsack::linear::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack::linear {

HWY_EXPORT(add_product);
HWY_EXPORT(add_multiple);
HWY_EXPORT(add_columns);
HWY_EXPORT(dot);

void add_product(double factor, View a, As as_a, View b, As as_b, View c) {
  if (c.rows == 0 || c.columns == 0) return;
  HWY_DYNAMIC_DISPATCH(add_product)(factor, a, as_a, b, as_b, c);
}

void add_multiple(double factor, const double* x, double* y, std::size_t length) {
  HWY_DYNAMIC_DISPATCH(add_multiple)(factor, x, y, length);
}

void add_columns(View x, const double* factors, double* y) {
  HWY_DYNAMIC_DISPATCH(add_columns)(x, factors, y);
}

double dot(const double* x, const double* y, std::size_t length) {
  return HWY_DYNAMIC_DISPATCH(dot)(x, y, length);
}

}  // namespace spinsack::linear
#endif
