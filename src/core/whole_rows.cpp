// SPDX-License-Identifier: Apache-2.0
#include "core/whole_rows.hpp"

#include "core/narrowest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

// What there is to know before a type can be chosen, and where the rows begin if zeros are left out.
struct Survey {
  explicit Survey(Index size) : start(at(size) + 1) {}

  void add(double value) {
    const bool small = std::fabs(value) <= static_cast<double>(exact_double_limit);
    const auto whole = static_cast<std::int64_t>(small ? value : 0.5);
    integral = integral && static_cast<double>(whole) == value;
    low = std::min(low, whole);
    high = std::max(high, whole);
    floats = floats && std::fabs(value) <= std::numeric_limits<float>::max() &&
             static_cast<double>(static_cast<float>(value)) == value;
  }
  std::size_t nonzero() const { return start.back(); }

  std::vector<std::size_t> start;
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool integral = true;
  bool floats = true;  // every value is one
};

Survey look_at(Index size, const ReadRow& read) {
  Survey survey(size);
  std::size_t nonzero = 0;
  for (Index i = 0; i < size; ++i) {
    for (const RowEntry& entry : read(i)) {
      survey.add(entry.value);
      nonzero += entry.value != 0 ? 1 : 0;
    }
    survey.start[at(i) + 1] = nonzero;
  }
  return survey;
}

// Every pair is looked up in its earlier row when the later one is reached, so the entries of each row are asked for in
// their order: one place per row is all there is to remember. Rows are far apart in memory, hence the prefetches.
template <class T>
bool symmetric(const SparseRows<T>& rows, Index size) {
  constexpr std::size_t far_ahead = 32;
  constexpr std::size_t near_ahead = 12;
  std::vector<std::size_t> next(at(size));
  const std::size_t count = rows.column.size();
  for (Index i = 0; i < size; ++i) {
    std::size_t e = rows.start[at(i)];
    const std::size_t end = rows.start[at(i) + 1];
    for (; e < end && rows.column[e] < i; ++e) {
      if (e + far_ahead < count) {
        __builtin_prefetch(&next[at(rows.column[e + far_ahead])], 1);
        const std::size_t soon = next[at(rows.column[e + near_ahead])];
        __builtin_prefetch(rows.column.data() + soon);
        __builtin_prefetch(rows.value.data() + soon);
      }
      const Index j = rows.column[e];
      const std::size_t other = next[at(j)]++;
      if (other >= rows.start[at(j) + 1] || rows.column[other] != i ||
          rows.value[other] != rows.value[e])
        return false;
    }
    next[at(i)] = e;
  }
  return std::equal(next.begin(), next.end(), rows.start.begin() + 1);
}

// By blocks: rows are far apart in memory.
template <class T>
bool symmetric(const DenseRows<T>& rows, Index size) {
  constexpr Index block = 64;
  for (Index top = 0; top < size; top += block)
    for (Index left = top; left < size; left += block)
      for (Index i = top; i < std::min(top + block, size); ++i)
        for (Index j = left; j < std::min(left + block, size); ++j)
          if (rows.row_data(i)[j] != rows.row_data(j)[i]) return false;
  return true;
}

template <class T>
SparseRows<T> read_sparse(Index size, const ReadRow& read, const Survey& survey) {
  SparseRows<T> rows;
  rows.start = survey.start;
  rows.column.resize(survey.nonzero());
  rows.value.resize(survey.nonzero());
  std::size_t place = 0;
  for (Index i = 0; i < size; ++i)
    for (const RowEntry& entry : read(i)) {
      if (entry.value == 0) continue;
      rows.column[place] = entry.column;
      rows.value[place++] = static_cast<T>(entry.value);
    }
  return rows;
}

template <class T>
DenseRows<T> read_dense(Index size, const ReadRow& read) {
  DenseRows<T> rows(size);
  for (Index i = 0; i < size; ++i) {
    T* const row = rows.row_data(i);
    for (const RowEntry& entry : read(i)) row[entry.column] = static_cast<T>(entry.value);
  }
  return rows;
}

template <class Rows>
std::optional<SymmetricRows> if_symmetric(Rows rows, Index size, std::int64_t pairs) {
  if (!symmetric(rows, size)) return std::nullopt;
  return SymmetricRows(size, std::move(rows), pairs);
}

}  // namespace

std::optional<SymmetricRows> whole_rows(Index size, const ReadRow& read) {
  const Survey survey = look_at(size, read);
  const auto pairs = static_cast<std::int64_t>(survey.nonzero() / 2);
  const std::size_t width = survey.integral ? narrowest_width(survey.low, survey.high)
                            : survey.floats ? sizeof(float)
                                            : sizeof(double);
  if (pairs > most_sparse_pairs(size, width) || most_sparse_pairs(size, width) == 0) {
    if (survey.integral)
      return with_narrowest(survey.low, survey.high, [&]<class T>(T) {
        return if_symmetric(read_dense<T>(size, read), size, pairs);
      });
    return survey.floats ? if_symmetric(read_dense<float>(size, read), size, pairs)
                         : if_symmetric(read_dense<double>(size, read), size, pairs);
  }
  if (!survey.integral) return if_symmetric(read_sparse<double>(size, read, survey), size, pairs);
  return with_narrowest(survey.low, survey.high, [&]<class T>(T) {
    return if_symmetric(read_sparse<T>(size, read, survey), size, pairs);
  });
}

}  // namespace spinsack
