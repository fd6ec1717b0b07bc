// SPDX-License-Identifier: Apache-2.0
#include "linear/cholesky.hpp"

#include "linear/product.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack::linear {
namespace {

constexpr std::size_t block = 48;

bool given_up(const Impatient& impatient) { return impatient && impatient(); }

// Row j of the block before the diagonal, negated.
const double* negated_row(View l, std::size_t j, double* room) {
  for (std::size_t k = 0; k < j; ++k) room[k] = -l(j, k);
  return room;
}

// The diagonal block, column by column.
bool factor_block(View a) {
  double room[block];
  for (std::size_t j = 0; j < a.columns; ++j) {
    double* const column = a.column(j);
    add_columns(a.block(j, 0, a.rows - j, j), negated_row(a, j, room), column + j);
    if (!(column[j] > 0)) return false;
    column[j] = std::sqrt(column[j]);
    for (std::size_t i = j + 1; i < a.rows; ++i) column[i] /= column[j];
  }
  return true;
}

// rows := rows * (L')^-1, for the diagonal block L.
void divide_by_block(View l, View rows) {
  double room[block];
  for (std::size_t j = 0; j < l.columns; ++j) {
    double* const column = rows.column(j);
    add_columns(rows.block(0, 0, rows.rows, j), negated_row(l, j, room), column);
    for (std::size_t i = 0; i < rows.rows; ++i) column[i] /= l(j, j);
  }
}

}  // namespace

Factored factor(View a, const Impatient& impatient) {
  const std::size_t n = a.columns;
  for (std::size_t j = 0; j < n; j += block) {
    if (given_up(impatient)) return Factored::interrupted;
    const std::size_t width = std::min(block, n - j);
    const std::size_t below = n - j - width;
    // 1. What the columns before take away.
    add_product(-1, a.block(j, 0, n - j, j), As::it_is, a.block(j, 0, width, j), As::transposed,
                a.block(j, j, n - j, width));
    // 2. The diagonal block, and the rows below it.
    const View corner = a.block(j, j, width, width);
    if (!factor_block(corner)) return Factored::not_definite;
    divide_by_block(corner, a.block(j + width, j, below, width));
  }
  return Factored::whole;
}

void solve_lower(View l, double* x) {
  for (std::size_t j = 0; j < l.columns; ++j) {
    x[j] /= l(j, j);
    add_multiple(-x[j], l.column(j) + j + 1, x + j + 1, l.columns - j - 1);
  }
}

void solve_lower_transposed(View l, double* x) {
  for (std::size_t j = l.columns; j-- > 0;)
    x[j] = (x[j] - dot(l.column(j) + j + 1, x + j + 1, l.columns - j - 1)) / l(j, j);
}

bool invert_lower(View l, const Impatient& impatient) {
  const std::size_t n = l.columns;
  Matrix rows;
  for (std::size_t j = 0; j < n; ++j) std::fill_n(l.column(j) + j / block * block, j % block, 0.0);
  for (std::size_t i = 0; i < n; i += block) {
    if (given_up(impatient)) return false;
    const std::size_t height = std::min(block, n - i);
    const View corner = l.block(i, i, height, height);
    // Rows i.. of the inverse, transposed: corner^-1 (I - L(i, before) W(before)).
    rows.resize(i + height, height);
    for (std::size_t r = 0; r < height; ++r) {
      std::fill_n(rows.column(r), i + height, 0.0);
      rows(i + r, r) = 1;
    }
    for (std::size_t j = 0; j < i; j += block) {
      const std::size_t width = std::min(block, i - j);
      add_product(-1, l.block(j, j, i - j, width), As::transposed, l.block(i, j, height, i - j),
                  As::transposed, rows.view().block(j, 0, width, height));
    }
    divide_by_block(corner, rows.view());
    for (std::size_t j = 0; j < i + height; ++j)
      for (std::size_t r = j > i ? j - i : 0; r < height; ++r) l(i + r, j) = rows(j, r);
  }
  return true;
}

bool gram(View w, View result, const Impatient& impatient) {
  const std::size_t n = w.columns;
  for (std::size_t j = 0; j < n; j += block) {
    if (given_up(impatient)) return false;
    const std::size_t width = std::min(block, n - j);
    for (std::size_t i = j; i < n; i += block) {
      const std::size_t height = std::min(block, n - i);
      const View c = result.block(i, j, height, width);
      for (std::size_t col = 0; col < width; ++col) std::fill_n(c.column(col), height, 0.0);
      add_product(1, w.block(i, i, n - i, height), As::transposed, w.block(i, j, n - i, width),
                  As::it_is, c);
    }
  }
  return true;
}

}  // namespace spinsack::linear
