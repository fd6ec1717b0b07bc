// SPDX-License-Identifier: Apache-2.0
// The two sums over a row of pair profits that the split bound (split_bound.hpp) needs: one in floats,
// to search for good prices and potentials, one in exact arithmetic, to judge them.
//
// Vectors of any width add in the same order, so a search takes the same path on every processor.
#pragma once

#include "core/symmetric_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spinsack {

// Columns are read in groups of this many; what is beyond the last column has weight and profit 0.
inline constexpr std::size_t column_group = 16;
[[nodiscard]] constexpr std::size_t whole_groups(std::size_t columns) {
  return (columns + column_group - 1) / column_group * column_group;
}

template <class T>
using ColumnVector = std::vector<T, CacheLineAllocator<T>>;

// What is known of each column j of a row, or of each stored column of a sparse row.
template <class T>
struct ColumnView {
  const T* weight;     // w_j
  const T* price;      // theta_j
  const T* potential;  // u_j
  std::size_t length;  // a multiple of column_group
};

// The same of the row's own item.
template <class T>
struct RowItem {
  T weight;
  T price;
  T potential;
};

// With s_j = max(0, p_j - theta_i w_j - theta_j w_i), the part of a pair profit that the prices leave,
//      f_j = clip(1/2 + steepness (u_j - u_i)),       the share of it that falls to the row,
//      z_j = clip(s_j / width),                       whether the row takes the pair at all,
// all clipped to [0, 1]:
struct RowSums {
  double share = 0;      // sum s_j f_j
  double mobile = 0;     // sum s_j where 0 < f_j < 1
  double load = 0;       // sum z_j w_j min(u_i, u_j)
  double stiffness = 0;  // sum w_j^2 min(u_i, u_j) / width where 0 < z_j < 1
};
struct Smoothing {
  float steepness;
  float width;
};
// Columns heavier than room count as profit 0.
[[nodiscard]] RowSums row_sums(const std::uint8_t* profit, const ColumnView<float>& columns,
                               const RowItem<float>& item, float room, const Smoothing& smoothing);
[[nodiscard]] RowSums row_sums(const float* profit, const ColumnView<float>& columns,
                               const RowItem<float>& item, float room, const Smoothing& smoothing);

// sum ceil(s_j F_j / 2^share_bits), F_j = clip(2^(share_bits - 1) + u_j - u_i) to [0, 2^share_bits], profits
// being multiplied by scale, a power of two. Everything is an integer held in a double. Exact if weights
// stay below 2^53 and, in columns that fit the room, scaled profits below 2^(52 - share_bits), products of
// weight and price below 2^51, potentials below 2^50 and the sum below 2^52.
inline constexpr int share_bits = 16;
[[nodiscard]] double exact_share(const std::uint8_t* profit, const ColumnView<double>& columns,
                                 const RowItem<double>& item, double room, double scale);
[[nodiscard]] double exact_share(const double* profit, const ColumnView<double>& columns,
                                 const RowItem<double>& item, double room, double scale);

}  // namespace spinsack
