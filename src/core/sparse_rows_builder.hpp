// SPDX-License-Identifier: Apache-2.0
// Sparse rows for those who can go through their entries twice: first every pair is counted, then every entry
// goes straight to its place in both of its rows. Nothing but the result is held, with entries as narrow as
// their range allows. O(entries), and a sort of the rows whose columns do not come in order.
#pragma once

#include "core/symmetric_rows.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace spinsack {

class SparseRowsBuilder {
 public:
  explicit SparseRowsBuilder(Index size) : size_(size), start_(at(size) + 2) {}

  // 1. i != j, both in 0..size-1.
  void count(Index i, Index j) {
    ++start_[at(i) + 2];
    ++start_[at(j) + 2];
  }

  // 2. All entries will be integers in low..high, or reals.
  void begin_integers(std::int64_t low, std::int64_t high);
  void begin_reals();

  // 3. The pairs that were counted, in any order; a value 0 leaves no entry.
  void add(Index i, Index j, std::int64_t value) { add_number(i, j, value); }
  void add(Index i, Index j, double value) { add_number(i, j, value); }
  // All of a list with for_each as that of PairList, which asks once for the type of the entries. Rows are far apart in
  // memory, so most of the time would be spent waiting for it.
  template <class List>
  void count_all(const List& list) {
    list.for_each([&](Index i, Index j, auto) { count(i, j); },
                  [&](Index i, Index j) {
                    __builtin_prefetch(&start_[at(i) + 2], 1);
                    __builtin_prefetch(&start_[at(j) + 2], 1);
                  },
                  [](Index, Index) {});
  }
  template <class List>
  void add_all(const List& list) {
    std::visit(
        [&]<class T>(SparseRows<T>& rows) {
          const auto prefetch_row = [&](Index i) {
            const std::size_t place = start_[at(i) + 1];
            __builtin_prefetch(rows.column.data() + place, 1);
            __builtin_prefetch(rows.value.data() + place, 1);
          };
          list.for_each([&](Index i, Index j, auto value) { put(rows, i, j, value); },
                        [&](Index i, Index j) {
                          __builtin_prefetch(&start_[at(i) + 1], 1);
                          __builtin_prefetch(&start_[at(j) + 1], 1);
                        },
                        [&](Index i, Index j) {
                          prefetch_row(i);
                          prefetch_row(j);
                        });
        },
        rows_);
  }

  // 4. Brings the columns of every row into order.
  void sort_rows();
  // The first pair i < j, by i and then by j, that was added more than once.
  [[nodiscard]] std::optional<std::pair<Index, Index>> first_added_twice() const;
  // Sums the entries of such pairs, in the order in which they came. Nothing if a sum does not fit the type of
  // the entries.
  [[nodiscard]] std::optional<SymmetricRows> finish() &&;

 private:
  using Rows =
      std::variant<SparseRows<std::uint8_t>, SparseRows<std::int8_t>, SparseRows<std::int16_t>,
                   SparseRows<std::int32_t>, SparseRows<std::int64_t>, SparseRows<double>>;

  template <class T>
  void begin();
  template <class V>
  void add_number(Index i, Index j, V value) {
    std::visit([&](auto& rows) { put(rows, i, j, value); }, rows_);
  }
  template <class T, class V>
  void put(SparseRows<T>& rows, Index i, Index j, V value) {
    const std::size_t in_row_i = start_[at(i) + 1]++;
    const std::size_t in_row_j = start_[at(j) + 1]++;
    rows.column[in_row_i] = j;
    rows.column[in_row_j] = i;
    rows.value[in_row_i] = rows.value[in_row_j] = static_cast<T>(value);
  }

  Index size_;
  // While pairs are counted, row i has start_[i + 2] entries; while they are added, start_[i + 1] is the place of
  // the next one; in the end row i is start_[i]..start_[i + 1], as wanted.
  std::vector<std::size_t> start_;
  Rows rows_;
};

}  // namespace spinsack
