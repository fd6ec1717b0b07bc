// SPDX-License-Identifier: Apache-2.0
#include "core/sparse_rows_builder.hpp"

#include "core/narrowest.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <type_traits>

namespace spinsack {
namespace {

// Sums of integers are 64-bit integers, sums of reals are doubles. False if the sum is out of range.
template <class T, class Sum>
bool add_to(Sum& sum, T value) {
  if constexpr (std::is_same_v<T, double>) {
    sum += value;
    return true;
  } else {
    return !__builtin_add_overflow(sum, static_cast<std::int64_t>(value), &sum);
  }
}

// Equal columns keep their order. For rows too short to be worth the memory that std::stable_sort asks for.
constexpr std::size_t short_row = 24;
template <class T>
void insertion_sort(Index* column, T* value, std::size_t length) {
  for (std::size_t e = 1; e < length; ++e) {
    const Index moved = column[e];
    if (column[e - 1] <= moved) continue;
    const T its_value = value[e];
    std::size_t place = e;
    for (; place > 0 && column[place - 1] > moved; --place) {
      column[place] = column[place - 1];
      value[place] = value[place - 1];
    }
    column[place] = moved;
    value[place] = its_value;
  }
}

}  // namespace

template <class T>
void SparseRowsBuilder::begin() {
  for (std::size_t i = 2; i < start_.size(); ++i) start_[i] += start_[i - 1];
  SparseRows<T> rows;
  rows.column.resize(start_.back());
  rows.value.resize(start_.back());
  rows_ = std::move(rows);
}

void SparseRowsBuilder::begin_integers(std::int64_t low, std::int64_t high) {
  with_narrowest(low, high, [&]<class T>(T) { begin<T>(); });
}

void SparseRowsBuilder::begin_reals() { begin<double>(); }

void SparseRowsBuilder::sort_rows() {
  std::visit(
      [&]<class T>(SparseRows<T>& rows) {
        std::vector<std::pair<Index, T>> row;
        for (Index i = 0; i < size_; ++i) {
          const std::size_t begin = start_[at(i)];
          const std::size_t end = start_[at(i) + 1];
          if (end - begin <= short_row) {
            insertion_sort(rows.column.data() + begin, rows.value.data() + begin, end - begin);
            continue;
          }
          const auto columns = std::span(rows.column).subspan(begin, end - begin);
          if (std::ranges::is_sorted(columns)) continue;
          row.clear();
          for (std::size_t e = begin; e < end; ++e) row.emplace_back(rows.column[e], rows.value[e]);
          std::ranges::stable_sort(row, {}, &std::pair<Index, T>::first);
          for (std::size_t e = begin; e < end; ++e)
            std::tie(rows.column[e], rows.value[e]) = row[e - begin];
        }
      },
      rows_);
}

std::optional<std::pair<Index, Index>> SparseRowsBuilder::first_added_twice() const {
  return std::visit(
      [&]<class T>(const SparseRows<T>& rows) -> std::optional<std::pair<Index, Index>> {
        for (Index i = 0; i < size_; ++i)
          for (std::size_t e = start_[at(i)] + 1; e < start_[at(i) + 1]; ++e)
            if (rows.column[e] > i && rows.column[e] == rows.column[e - 1])
              return std::pair{i, rows.column[e]};
        return std::nullopt;
      },
      rows_);
}

std::optional<SymmetricRows> SparseRowsBuilder::finish() && {
  return std::visit(
      [&]<class T>(SparseRows<T>& rows) -> std::optional<SymmetricRows> {
        using Sum = std::conditional_t<std::is_same_v<T, double>, double, std::int64_t>;
        std::size_t kept = 0;
        std::size_t e = 0;
        for (Index i = 0; i < size_; ++i) {
          const std::size_t end = start_[at(i) + 1];
          start_[at(i)] = kept;
          while (e < end) {
            const Index column = rows.column[e];
            Sum sum = 0;
            for (; e < end && rows.column[e] == column; ++e)
              if (!add_to(sum, rows.value[e])) return std::nullopt;
            const T entry = static_cast<T>(sum);
            if constexpr (std::is_integral_v<T>)
              if (entry != sum) return std::nullopt;
            if (entry == 0) continue;
            rows.column[kept] = column;
            rows.value[kept++] = entry;
          }
        }
        start_[at(size_)] = kept;
        start_.resize(at(size_) + 1);
        rows.column.resize(kept);
        rows.value.resize(kept);
        rows.start = std::move(start_);
        return SymmetricRows(size_, std::move(rows), static_cast<std::int64_t>(kept / 2));
      },
      rows_);
}

}  // namespace spinsack
