// SPDX-License-Identifier: Apache-2.0
// Dense matrices of doubles, column by column, and views of their rectangles.
#pragma once

#include "core/symmetric_rows.hpp"  // AlignedVector
#include "core/types.hpp"

#include <cstddef>

namespace spinsack::linear {

// A rectangle of a matrix that somebody else owns.
struct View {
  double* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;  // from one column to the next

  double* column(std::size_t j) const { return data + j * stride; }
  double& operator()(std::size_t i, std::size_t j) const { return data[j * stride + i]; }
  View block(std::size_t i, std::size_t j, std::size_t height, std::size_t width) const {
    return {data + j * stride + i, height, width, stride};
  }
};

class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) { resize(rows, columns); }

  // What it holds afterwards is undefined. Memory is kept for the next time.
  void resize(std::size_t rows, std::size_t columns) {
    rows_ = rows;
    columns_ = columns;
    if (values_.size() < rows * columns) values_.resize(rows * columns);
  }
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  double* column(std::size_t j) { return values_.data() + j * rows_; }
  const double* column(std::size_t j) const { return values_.data() + j * rows_; }
  double& operator()(std::size_t i, std::size_t j) { return values_[j * rows_ + i]; }
  double operator()(std::size_t i, std::size_t j) const { return values_[j * rows_ + i]; }
  View view() { return {values_.data(), rows_, columns_, rows_}; }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  AlignedVector<double> values_;
};

}  // namespace spinsack::linear
