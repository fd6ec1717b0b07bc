// SPDX-License-Identifier: Apache-2.0
#include "proof/smooth_part.hpp"

#include "linear/product.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace spinsack::proof {
namespace {

constexpr std::size_t most_columns = 16;
constexpr double much_smaller = 0.25;  // of the spread of E, all of it

// Columns of a Cholesky factor of -E, the largest entry of what is left of its diagonal first. Any columns would do: BB' is
// semidefinite whatever they are.
linear::Matrix columns_of(const Margin& margin) {
  const std::size_t n = margin.part.size();
  constexpr double least = 1e-3;  // of the first pivot
  linear::Matrix columns(n, std::min(most_columns, n));
  std::vector<double> left = margin.part;  // -E_ii
  for (std::size_t i = 0; i < n; ++i) left[i] *= margin.mass[i];
  std::vector<double> row;
  double first = 0;
  std::size_t count = 0;
  for (; count < columns.columns(); ++count) {
    const auto pivot = static_cast<std::size_t>(std::ranges::max_element(left) - left.begin());
    first = std::max(first, left[pivot]);
    if (!(left[pivot] > least * first)) break;
    write_row(margin, static_cast<Index>(pivot), row);
    double* const column = columns.column(count);
    for (std::size_t i = 0; i < n; ++i) column[i] = -row[i];
    for (std::size_t c = 0; c < count; ++c)
      linear::add_multiple(-columns(pivot, c), columns.column(c), column, n);
    const double scale = 1 / std::sqrt(left[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      column[i] *= scale;
      left[i] -= column[i] * column[i];
    }
  }
  linear::Matrix used(n, count);
  std::copy_n(columns.column(0), n * count, used.column(0));
  return used;
}

}  // namespace

void take_smooth_part(Margin& margin) {
  const double spread = margin.spread;
  margin.smooth = columns_of(margin);
  measure_noise(margin);
  if (margin.spread < much_smaller * spread) return;
  margin.smooth = {};
  measure_noise(margin);
}

}  // namespace spinsack::proof
