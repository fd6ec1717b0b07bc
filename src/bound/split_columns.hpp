// SPDX-License-Identifier: Apache-2.0
// Weights, prices and potentials of all items, laid out for the kernels of split_rows.hpp, whether the pair
// profits are stored dense or sparse.
#pragma once

#include "bound/split_rows.hpp"

#include <type_traits>

namespace spinsack {

template <class T>
class SplitColumns {
 public:
  explicit SplitColumns(const SymmetricRows& rows)
      : weight(whole_groups(at(rows.size()))),
        price(weight.size()),
        potential(weight.size()),
        rows_(&rows),
        profit_(weight.size()) {
    if (!rows.dense()) packed_.resize(3 * weight.size());
  }

  ColumnVector<T> weight;
  ColumnVector<T> price;
  ColumnVector<T> potential;

  // f(profits, columns) for row i. Rows of bytes are given as they are, others as numbers of type T.
  template <class F>
  auto with_row(Index i, F&& f) {
    return rows_->visit([&]<class Rows>(const Rows& rows) {
      if constexpr (!Rows::dense) {
        return with_sparse_row(rows.columns(i), rows.values(i), f);
      } else if constexpr (std::is_same_v<typename Rows::Value, std::uint8_t>) {
        return f(rows.row_data(i), all());
      } else {
        const auto row = rows.row(i, rows_->size());
        for (std::size_t j = 0; j < row.size(); ++j) profit_[j] = static_cast<T>(row[j]);
        return f(static_cast<const T*>(profit_.data()), all());
      }
    });
  }

  // Of row i: what a visit costs.
  std::int64_t length(Index i) const {
    return rows_->visit([&]<class Rows>(const Rows& rows) {
      if constexpr (Rows::dense)
        return static_cast<std::int64_t>(rows.stride());
      else
        return static_cast<std::int64_t>(rows.columns(i).size()) + 1;
    });
  }

 private:
  ColumnView<T> all() const {
    return {weight.data(), price.data(), potential.data(), weight.size()};
  }

  template <class Value, class F>
  auto with_sparse_row(std::span<const Index> columns, std::span<const Value> values, F&& f) {
    const std::size_t length = whole_groups(columns.size());
    T* const w = packed_.data();
    T* const theta = w + weight.size();
    T* const u = theta + weight.size();
    for (std::size_t e = 0; e < columns.size(); ++e) {
      const auto j = at(columns[e]);
      profit_[e] = static_cast<T>(values[e]);
      w[e] = weight[j];
      theta[e] = price[j];
      u[e] = potential[j];
    }
    for (std::size_t e = columns.size(); e < length; ++e) profit_[e] = w[e] = theta[e] = u[e] = 0;
    return f(static_cast<const T*>(profit_.data()), ColumnView<T>{w, theta, u, length});
  }

  const SymmetricRows* rows_;
  ColumnVector<T> profit_;
  ColumnVector<T> packed_;  // weights, prices and potentials of the columns of a sparse row
};

}  // namespace spinsack
