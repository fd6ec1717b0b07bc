// SPDX-License-Identifier: Apache-2.0
#include "core/symmetric_rows.hpp"

#include "core/narrowest.hpp"
#include "core/pair_list.hpp"
#include "core/sparse_rows_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace spinsack {
namespace {

// Below this share of non-zero pairs compressed rows win, measured by anneals of 1000 and 3000 variables: a square
// streams its width for every pair, a list takes four bytes for the column besides, and a scattered addition, for
// the non-zero ones.
double sparse_share(std::size_t width) {
  switch (width) {
    case 1:
      return 0.10;
    case 2:
      return 0.17;
    case 4:
      return 0.24;
    default:
      return 0.30;
  }
}
constexpr Index always_dense = 64;    // a square of this size is smaller than any bookkeeping
constexpr Index cheap_square = 8192;  // as bytes 64 MB, less than the text of so many rows

using Square = std::variant<DenseRows<std::uint8_t>, DenseRows<std::int8_t>,
                            DenseRows<std::int16_t>, DenseRows<std::int32_t>,
                            DenseRows<std::int64_t>, DenseRows<float>, DenseRows<double>>;

// Adds the transpose; called while one half is zero. Returns the number of non-zero pairs. Blocks
// go through a small buffer, because rows whose distance is a power of two compete for the same few
// lines of the cache.
template <class T>
std::int64_t mirror(DenseRows<T>& rows, Index n) {
  constexpr Index block = 32;
  std::array<std::array<T, block>, block> turned{};
  std::int64_t twice_pairs = 0;
  for (Index top = 0; top < n; top += block) {
    const Index height = std::min(block, n - top);
    for (Index left = top; left < n; left += block) {
      const Index width = std::min(block, n - left);
      // 1. The block below the diagonal, turned.
      for (Index j = 0; j < width; ++j) {
        const T* const below = rows.row_data(left + j) + top;
        for (Index i = 0; i < height; ++i) turned[at(i)][at(j)] = below[i];
      }
      // 2. Plus the block above it.
      std::int64_t nonzero = 0;
      for (Index i = 0; i < height; ++i) {
        T* const above = rows.row_data(top + i) + left;
        for (Index j = 0; j < width; ++j) {
          T& sum = turned[at(i)][at(j)];
          sum = static_cast<T>(sum + above[j]);
          above[j] = sum;
          nonzero += sum != 0 ? 1 : 0;
        }
      }
      // 3. Turned back.
      for (Index j = 0; j < width; ++j) {
        T* const below = rows.row_data(left + j) + top;
        for (Index i = 0; i < height; ++i) below[i] = turned[at(i)][at(j)];
      }
      twice_pairs += left == top ? nonzero : 2 * nonzero;  // a block on the diagonal holds both
    }
  }
  return twice_pairs / 2;
}

// The non-zero entries of a square that turned out to have few; reals are doubles in lists.
template <class T>
SymmetricRows to_sparse(const DenseRows<T>& rows, Index n, std::int64_t pairs) {
  using Value = std::conditional_t<std::is_integral_v<T>, T, double>;
  SparseRows<Value> sparse;
  sparse.column.reserve(2 * static_cast<std::size_t>(pairs));
  sparse.value.reserve(2 * static_cast<std::size_t>(pairs));
  sparse.start.reserve(at(n) + 1);
  sparse.start.push_back(0);
  for (Index i = 0; i < n; ++i) {
    const T* const row = rows.row_data(i);
    for (Index j = 0; j < n; ++j) {
      if (row[j] == 0) continue;
      sparse.column.push_back(j);
      sparse.value.push_back(static_cast<Value>(row[j]));
    }
    sparse.start.push_back(sparse.column.size());
  }
  return {n, std::move(sparse), pairs};
}

Index rows_begun(const SymmetricRows& rows) {
  Index begun = 0;
  for (Index i = 0; i < rows.size(); ++i) {
    bool empty = true;
    rows.for_each_in_row(i, [&](Index, auto) { empty = false; });
    begun += empty ? 0 : 1;
  }
  return begun;
}

}  // namespace

bool SymmetricRows::dense() const {
  return visit([](const auto& rows) { return std::decay_t<decltype(rows)>::dense; });
}

bool SymmetricRows::integral() const {
  return visit([](const auto& rows) {
    return std::is_integral_v<typename std::decay_t<decltype(rows)>::Value>;
  });
}

std::size_t SymmetricRows::bytes() const {
  return visit([](const auto& rows) { return rows.bytes(); });
}

template <class Result>
Result SymmetricRows::entry(Index i, Index j) const {
  return visit([&](const auto& rows) -> Result {
    if constexpr (std::decay_t<decltype(rows)>::dense) {
      return static_cast<Result>(rows.row_data(i)[j]);
    } else {
      const auto columns = rows.columns(i);
      const auto place = std::lower_bound(columns.begin(), columns.end(), j);
      if (place == columns.end() || *place != j) return Result{0};
      return static_cast<Result>(rows.values(i)[static_cast<std::size_t>(place - columns.begin())]);
    }
  });
}
template double SymmetricRows::entry<double>(Index, Index) const;
template std::int64_t SymmetricRows::entry<std::int64_t>(Index, Index) const;

bool operator==(const SymmetricRows& a, const SymmetricRows& b) {
  if (a.size_ != b.size_ || a.pairs_ != b.pairs_) return false;
  if (a.storage_ == b.storage_) return true;
  if (a.storage_->index() == b.storage_->index()) return *a.storage_ == *b.storage_;
  bool equal = true;
  const bool integers = a.integral() && b.integral();
  a.for_each_pair([&](Index i, Index j, auto value) {
    if (integers)
      equal = equal && static_cast<std::int64_t>(value) == b.integer(i, j);
    else
      equal = equal && static_cast<double>(value) == b.value(i, j);
  });
  return equal;
}

std::int64_t most_sparse_pairs(Index n, std::size_t width) {
  const double all = 0.5 * static_cast<double>(n) * static_cast<double>(n - 1);
  return n <= always_dense ? 0 : static_cast<std::int64_t>(sparse_share(width) * all);
}

SymmetricRows from_triangle(DenseRows<std::uint8_t> rows, Index n) {
  const std::int64_t pairs = mirror(rows, n);
  return {n, std::move(rows), pairs};
}

// Until there are enough entries for a square, they wait in a list.
struct SymmetricRowsBuilder::State {
  explicit State(Index size) : n(size), longest_list(most_sparse_pairs(size, 1)) {
    if (longest_list == 0) begin_square(0, 0, false);
  }

  template <class T>
  void add(Index i, Index j, T value) {
    if (i > j) std::swap(i, j);
    if (listed) {
      list.append(i, j, value);
      if (list.size() > longest_list) shorten_list();
      return;
    }
    std::visit([&](auto& rows) { add_to_square(rows, i, j, value); }, square);
  }

  // The list is long: sums what was given more than once, and becomes a square if that does not help. List and rows are
  // large, so only one of them stands beside a square: the rows if they are shorter than the list.
  void shorten_list() {
    SymmetricRows merged = list_to_rows();
    PairList waiting = std::exchange(list, {});
    const std::int64_t pairs = merged.pairs();
    std::int64_t least = 0;
    std::int64_t most = 0;
    merged.for_each_pair([&](Index, Index, auto value) {
      if constexpr (std::is_integral_v<decltype(value)>) {
        least = std::min(least, static_cast<std::int64_t>(value));
        most = std::max(most, static_cast<std::int64_t>(value));
      }
    });
    const bool reals = !merged.integral();
    // Dense models come row by row, so few of their rows may have begun: what counts is how full these are.
    const std::int64_t most_pairs = most_sparse_pairs(
        rows_begun(merged), reals ? sizeof(double) : narrowest_width(least, most));
    const bool repeated = pairs < waiting.size();
    if (repeated)
      waiting = {};
    else
      merged = {};
    if (pairs > most_pairs)
      begin_square(least, most, reals);
    else
      longest_list = std::max(most_pairs, pairs + pairs / 2);
    if (!repeated && listed) {
      list = std::move(waiting);
      return;
    }
    waiting.for_each([&](Index i, Index j, auto value) { add(i, j, value); });
    merged.for_each_pair([&](Index i, Index j, auto value) {
      if constexpr (std::is_integral_v<decltype(value)>)
        add(i, j, static_cast<std::int64_t>(value));
      else
        add(i, j, static_cast<double>(value));
    });
  }

  template <class T, class V>
  void add_to_square(DenseRows<T>& rows, Index i, Index j, V value) {
    T& cell = rows.row_data(i)[j];
    if constexpr (std::is_same_v<T, double>) {
      cell += static_cast<double>(value);
    } else if constexpr (std::is_same_v<T, float>) {
      const double sum = static_cast<double>(cell) + static_cast<double>(value);
      if (std::fabs(sum) <= std::numeric_limits<float>::max() &&
          static_cast<double>(static_cast<float>(sum)) == sum) {
        cell = static_cast<float>(sum);
        return;
      }
      square = converted<double>(rows);
      add(i, j, value);
    } else if constexpr (std::is_same_v<V, double>) {
      if constexpr (sizeof(T) <= 2)
        square = converted<float>(rows);
      else
        square = converted<double>(rows);
      add(i, j, value);
    } else {
      std::int64_t sum = 0;
      if (__builtin_add_overflow(static_cast<std::int64_t>(cell), value, &sum)) {
        square = converted<double>(rows);
        add(i, j, static_cast<double>(value));
        return;
      }
      low = std::min(low, sum);
      high = std::max(high, sum);
      cell = static_cast<T>(sum);
      if (static_cast<std::int64_t>(cell) == sum) return;
      cell = 0;
      // A type that holds whatever there was, then once more.
      with_narrowest(low, high, [&]<class Wider>(Wider) { square = converted<Wider>(rows); });
      add(i, j, sum);
    }
  }

  // As many of the values as the present square can take without growing wider.
  template <class T>
  std::size_t add_fitting([[maybe_unused]] DenseRows<T>& rows, [[maybe_unused]] Index i,
                          [[maybe_unused]] Index first, std::span<const std::int64_t> values) {
    std::size_t k = 0;
    if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(std::int64_t)) {
      T* const cells = rows.row_data(i) + first;
      for (; k < values.size(); ++k) {
        if (values[k] < INT32_MIN || values[k] > INT32_MAX) break;
        const std::int64_t sum = cells[k] + values[k];
        const T cell = static_cast<T>(sum);
        if (cell != sum) break;
        low = std::min(low, sum);
        high = std::max(high, sum);
        cells[k] = cell;
      }
    }
    return k;
  }

  template <class To, class From>
  DenseRows<To> converted(const DenseRows<From>& rows) const {
    DenseRows<To> wider(n);
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j) wider.row_data(i)[j] = static_cast<To>(rows.row_data(i)[j]);
    return wider;
  }

  // For integers of that range, or for reals.
  void begin_square(std::int64_t least, std::int64_t most, bool reals) {
    listed = false;
    if (reals)
      square = DenseRows<float>(n);
    else
      with_narrowest(least, most, [&]<class T>(T) { square = DenseRows<T>(n); });
  }

  // Whoever gives runs writes out the rows of a triangle, zeros and all. Where a square of them is cheap it stands from
  // the first one on: most have many entries, and those with few are found out in the end.
  void expect_runs() {
    if (!listed || n > cheap_square) return;
    const PairList waiting = std::exchange(list, {});
    begin_square(waiting.low(), waiting.high(), waiting.reals());
    waiting.for_each([&](Index i, Index j, auto value) { add(i, j, value); });
  }

  // Rows of integers low..high at least, or of reals. Nothing if sums of entries for the same pair need more.
  std::optional<SymmetricRows> compressed(std::int64_t least, std::int64_t most, bool reals) const {
    SparseRowsBuilder rows(n);
    rows.count_all(list);
    if (reals)
      rows.begin_reals();
    else
      rows.begin_integers(least, most);
    rows.add_all(list);
    rows.sort_rows();
    return std::move(rows).finish();
  }

  SymmetricRows list_to_rows() const {
    if (!list.reals())
      for (const std::int64_t reach : {std::int64_t{0}, std::int64_t{INT16_MAX},
                                       std::int64_t{INT32_MAX}, std::int64_t{INT64_MAX}})
        if (auto rows =
                compressed(std::min(list.low(), -reach), std::max(list.high(), reach), false))
          return std::move(*rows);
    return *compressed(0, 0, true);
  }

  SymmetricRows finish() {
    if (listed) return list_to_rows();
    return std::visit(
        [&]<class T>(DenseRows<T>& rows) {
          const std::int64_t pairs = mirror(rows, n);
          if (pairs <= most_sparse_pairs(n, sizeof(T)) && n > always_dense)
            return to_sparse(rows, n, pairs);
          return SymmetricRows(n, std::move(rows), pairs);
        },
        square);
  }

  Index n;
  std::int64_t longest_list;
  bool listed = true;
  PairList list;
  Square square{DenseRows<std::uint8_t>(0)};  // upper triangle
  std::int64_t low = 0;                       // of all integers that ever stood in the square
  std::int64_t high = 0;
};

SymmetricRowsBuilder::SymmetricRowsBuilder(Index size) : state_(std::make_unique<State>(size)) {}
SymmetricRowsBuilder::~SymmetricRowsBuilder() = default;
SymmetricRowsBuilder::SymmetricRowsBuilder(SymmetricRowsBuilder&&) noexcept = default;
SymmetricRowsBuilder& SymmetricRowsBuilder::operator=(SymmetricRowsBuilder&&) noexcept = default;

void SymmetricRowsBuilder::add(Index i, Index j, std::int64_t value) {
  if (value != 0) state_->add(i, j, value);
}

void SymmetricRowsBuilder::add(Index i, Index j, double value) {
  if (value == 0) return;
  const bool small = std::fabs(value) <= static_cast<double>(exact_double_limit);
  const auto whole = static_cast<std::int64_t>(small ? value : 0.0);
  if (static_cast<double>(whole) == value)
    state_->add(i, j, whole);
  else
    state_->add(i, j, value);
}

void SymmetricRowsBuilder::add_run(Index i, Index first, std::span<const std::int64_t> values) {
  state_->expect_runs();
  while (!values.empty()) {
    std::size_t done = 0;
    if (!state_->listed)
      done = std::visit([&](auto& rows) { return state_->add_fitting(rows, i, first, values); },
                        state_->square);
    if (done == 0) {
      add(i, first, values[0]);
      done = 1;
    }
    first += static_cast<Index>(done);
    values = values.subspan(done);
  }
}

bool SymmetricRowsBuilder::multiply(std::int64_t factor) {
  // Rare (a file whose first decimal point comes late), so rebuilding is good enough.
  const SymmetricRows all = state_->finish();
  bool fits = true;
  all.for_each_pair([&](Index, Index, auto value) {
    std::int64_t product = 0;
    fits = fits && !__builtin_mul_overflow(static_cast<std::int64_t>(value), factor, &product);
  });
  *this = SymmetricRowsBuilder(all.size());
  all.for_each_pair([&](Index i, Index j, auto value) {
    add(i, j, static_cast<std::int64_t>(value) * (fits ? factor : 1));
  });
  return fits;
}

SymmetricRows SymmetricRowsBuilder::finish() && { return state_->finish(); }

}  // namespace spinsack
