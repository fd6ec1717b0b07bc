// SPDX-License-Identifier: Apache-2.0
// A symmetric matrix with empty diagonal: pair profits of an instance, couplings of a QUBO. Rows
// are what every kernel walks, so each pair is stored in both of its rows; the entries take the
// narrowest type that holds them all exactly (a byte per entry for the classic knapsacks; 32 bits for
// reals where no entry needs more), and matrices with few entries keep only those. Entries never change once
// they are there, so copies share them: instance, program and model of a dense knapsack hold one square. Code that
// walks rows is written once, as a generic lambda for visit().
#pragma once

#include "core/types.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace spinsack {

// Rows start on a cache line, so that a kernel may load whole vectors.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};
  CacheLineAllocator() = default;
  template <class U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), alignment));
  }
  void deallocate(T* p, std::size_t) { ::operator delete(p, alignment); }
  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

// All n entries of each row, then zeros up to a multiple of 64 bytes.
template <class T>
class DenseRows {
 public:
  using Value = T;
  static constexpr bool dense = true;

  explicit DenseRows(Index n)
      : stride_((at(n) * sizeof(T) + 63) / 64 * 64 / sizeof(T)), values_(at(n) * stride_) {}

  std::size_t stride() const { return stride_; }
  std::span<const T> row(Index i, Index n) const {
    return {values_.data() + at(i) * stride_, at(n)};
  }
  T* row_data(Index i) { return values_.data() + at(i) * stride_; }
  const T* row_data(Index i) const { return values_.data() + at(i) * stride_; }
  std::size_t bytes() const { return values_.size() * sizeof(T); }
  friend bool operator==(const DenseRows&, const DenseRows&) = default;

 private:
  std::size_t stride_;  // entries from one row to the next
  AlignedVector<T> values_;
};

// The non-zero entries of each row, by ascending column.
template <class T>
class SparseRows {
 public:
  using Value = T;
  static constexpr bool dense = false;

  std::span<const Index> columns(Index i) const { return slice(column, i); }
  std::span<const T> values(Index i) const { return slice(value, i); }
  std::size_t bytes() const {
    return start.size() * sizeof(start[0]) + column.size() * (sizeof(Index) + sizeof(T));
  }
  friend bool operator==(const SparseRows&, const SparseRows&) = default;

  std::vector<std::size_t> start;  // row i is start[i]..start[i + 1]; length n + 1
  std::vector<Index> column;
  std::vector<T> value;

 private:
  template <class U>
  std::span<const U> slice(const std::vector<U>& all, Index i) const {
    return std::span(all).subspan(start[at(i)], start[at(i) + 1] - start[at(i)]);
  }
};

class SymmetricRows {
 public:
  using Storage =
      std::variant<DenseRows<std::uint8_t>, DenseRows<std::int8_t>, DenseRows<std::int16_t>,
                   DenseRows<std::int32_t>, DenseRows<std::int64_t>, DenseRows<float>,
                   DenseRows<double>, SparseRows<std::uint8_t>, SparseRows<std::int8_t>,
                   SparseRows<std::int16_t>, SparseRows<std::int32_t>, SparseRows<std::int64_t>,
                   SparseRows<double>>;

  SymmetricRows() : SymmetricRows(0, DenseRows<std::uint8_t>(0), 0) {}
  SymmetricRows(Index size, Storage storage, std::int64_t pairs)
      : size_(size), pairs_(pairs), storage_(std::make_shared<const Storage>(std::move(storage))) {}

  Index size() const { return size_; }
  // Number of non-zero pairs, each counted once.
  std::int64_t pairs() const { return pairs_; }
  bool dense() const;
  bool integral() const;      // every entry is an integer held as one
  std::size_t bytes() const;  // of the entries

  // f(const DenseRows<T>&) or f(const SparseRows<T>&), whichever holds the entries.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), *storage_);
  }

  // f(j, value) for the non-zero entries of row i, columns ascending.
  template <class F>
  void for_each_in_row(Index i, F&& f) const {
    visit([&](const auto& rows) { walk_row(rows, i, 0, f); });
  }
  // Likewise, but f also gets the zeros of dense rows: no branch, so the loop can be vectorised.
  template <class F>
  void scan_row(Index i, F&& f) const {
    visit([&]<class Rows>(const Rows& rows) {
      if constexpr (Rows::dense) {
        const typename Rows::Value* const row = rows.row_data(i);
        for (Index j = 0; j < size_; ++j) f(j, row[j]);
      } else {
        walk_row(rows, i, 0, f);
      }
    });
  }
  // f(i, j, value) for the non-zero pairs i < j, row by row.
  template <class F>
  void for_each_pair(F&& f) const {
    visit([&](const auto& rows) {
      for (Index i = 0; i < size_; ++i)
        walk_row(rows, i, i + 1, [&](Index j, auto value) { f(i, j, value); });
    });
  }

  // One entry; a search for sparse rows. Integers beyond 2^53 are for integer().
  double value(Index i, Index j) const { return entry<double>(i, j); }
  std::int64_t integer(Index i, Index j) const { return entry<std::int64_t>(i, j); }

  // Equal entries, however they are stored.
  friend bool operator==(const SymmetricRows& a, const SymmetricRows& b);

 private:
  template <class Rows, class F>
  void walk_row(const Rows& rows, Index i, Index from, F&& f) const {
    if constexpr (Rows::dense) {
      const auto row = rows.row(i, size_);
      for (Index j = from; j < size_; ++j)
        if (row[at(j)] != 0) f(j, row[at(j)]);
    } else {
      const auto columns = rows.columns(i);
      const auto values = rows.values(i);
      for (std::size_t e = 0; e < columns.size(); ++e)
        if (columns[e] >= from) f(columns[e], values[e]);
    }
  }
  template <class Result>
  Result entry(Index i, Index j) const;

  Index size_;
  std::int64_t pairs_;
  std::shared_ptr<const Storage> storage_;  // of all copies
};

// The matrix of a triangle: rows holds each pair once, above or below the diagonal, and zero in the
// other place. For those who know beforehand that a square of bytes is what they need.
[[nodiscard]] SymmetricRows from_triangle(DenseRows<std::uint8_t> rows, Index n);

// With more non-zero pairs than this, a matrix of n items is kept as a square of entries of so many bytes.
[[nodiscard]] std::int64_t most_sparse_pairs(Index n, std::size_t width);

// Collects entries in any order; entries given twice are summed. Memory stays close to that of the
// result: a short list first, a square of the narrowest sufficient type once the list is long. Who can
// go through a long list twice needs less with a SparseRowsBuilder.
class SymmetricRowsBuilder {
 public:
  explicit SymmetricRowsBuilder(Index size);
  ~SymmetricRowsBuilder();
  SymmetricRowsBuilder(SymmetricRowsBuilder&&) noexcept;
  SymmetricRowsBuilder& operator=(SymmetricRowsBuilder&&) noexcept;

  // i != j, both in 0..size-1. Integral values stay integers; a double that is a whole number of at
  // most 53 bits counts as one. Sums of integers must fit 64 bits.
  void add(Index i, Index j, std::int64_t value);
  void add(Index i, Index j, double value);
  // The pairs (i, first), (i, first + 1), .. at once, with first > i: much faster than one by one.
  void add_run(Index i, Index first, std::span<const std::int64_t> values);
  // Multiplies everything so far; false (and unchanged) if an integer would leave 64 bits.
  bool multiply(std::int64_t factor);
  [[nodiscard]] SymmetricRows finish() &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace spinsack
