// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/symmetric_rows.hpp"
#include "core/types.hpp"

#include <cstddef>

namespace spinsack {

// Finds the entries of one row after the other, columns ascending, without a search.
template <class Rows>
class RowCursor {
 public:
  RowCursor(const Rows& rows, Index size) : rows_(rows), size_(size) {}

  double value(Index i, Index j) {
    if constexpr (Rows::dense) {
      return static_cast<double>(rows_.row(i, size_)[at(j)]);
    } else {
      if (i != row_) {
        row_ = i;
        entry_ = 0;
      }
      const auto columns = rows_.columns(i);
      while (entry_ < columns.size() && columns[entry_] < j) ++entry_;
      const bool found = entry_ < columns.size() && columns[entry_] == j;
      return found ? static_cast<double>(rows_.values(i)[entry_]) : 0.0;
    }
  }

 private:
  const Rows& rows_;
  Index size_;
  Index row_ = -1;
  std::size_t entry_ = 0;
};

}  // namespace spinsack
