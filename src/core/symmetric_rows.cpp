// SPDX-License-Identifier: Apache-2.0
#include "core/symmetric_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tuple>

namespace spinsack {
namespace {

// Below this share of non-zero pairs compressed rows win; measured in bench/ (one byte per entry
// against four for the column and four for the value, and no gather).
constexpr double sparse_share = 0.05;
constexpr Index always_dense = 64;  // a square of this size is smaller than any bookkeeping

using Square = std::variant<DenseRows<std::uint8_t>, DenseRows<std::int16_t>,
                            DenseRows<std::int32_t>, DenseRows<std::int64_t>, DenseRows<double>>;

// Calls f with a value of the narrowest integer type that holds low..high.
template <class F>
auto with_narrowest(std::int64_t low, std::int64_t high, F&& f) {
  if (low >= 0 && high <= UINT8_MAX) return f(std::uint8_t{});
  if (low >= INT16_MIN && high <= INT16_MAX) return f(std::int16_t{});
  if (low >= INT32_MIN && high <= INT32_MAX) return f(std::int32_t{});
  return f(std::int64_t{});
}

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
  if (a.storage_.index() == b.storage_.index()) return a.storage_ == b.storage_;
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

SymmetricRows from_triangle(DenseRows<std::uint8_t> rows, Index n) {
  const std::int64_t pairs = mirror(rows, n);
  return {n, std::move(rows), pairs};
}

// Until there are enough entries for a square, they wait in a list.
struct SymmetricRowsBuilder::State {
  struct Entry {
    Index i, j;           // i < j
    std::int64_t number;  // an integer, or the bits of a double once reals is set
  };

  explicit State(Index size) : n(size) {
    const double all = 0.5 * static_cast<double>(n) * static_cast<double>(n - 1);
    longest_list = n <= always_dense ? 0 : static_cast<std::size_t>(sparse_share * all);
  }

  double real_of(const Entry& entry) const {
    return reals ? std::bit_cast<double>(entry.number) : static_cast<double>(entry.number);
  }

  template <class T>
  void add(Index i, Index j, T value) {
    if (i > j) std::swap(i, j);
    if (listed) {
      append(i, j, value);
      if (list.size() > longest_list) list_to_square();
      return;
    }
    std::visit([&](auto& rows) { add_to_square(rows, i, j, value); }, square);
  }

  void append(Index i, Index j, std::int64_t value) {
    if (reals) return append(i, j, static_cast<double>(value));
    low = std::min(low, value);
    high = std::max(high, value);
    list.push_back({i, j, value});
  }
  void append(Index i, Index j, double value) {
    if (!reals) list_to_reals();
    list.push_back({i, j, std::bit_cast<std::int64_t>(value)});
  }
  void list_to_reals() {
    for (Entry& entry : list)
      entry.number = std::bit_cast<std::int64_t>(static_cast<double>(entry.number));
    reals = true;
  }

  template <class T, class V>
  void add_to_square(DenseRows<T>& rows, Index i, Index j, V value) {
    T& cell = rows.row_data(i)[j];
    if constexpr (std::is_same_v<T, double>) {
      cell += static_cast<double>(value);
    } else if constexpr (std::is_same_v<V, double>) {
      square = converted<double>(rows);
      add(i, j, value);
    } else {
      std::int64_t sum = 0;
      if (__builtin_add_overflow(static_cast<std::int64_t>(cell), value, &sum)) {
        square = converted<double>(rows);
        add(i, j, static_cast<double>(value));
        return;
      }
      cell = static_cast<T>(sum);
      if (static_cast<std::int64_t>(cell) == sum) return;
      cell = 0;
      // A type that also holds what the present one does, then once more.
      const std::int64_t below =
          std::min({sum, value, std::int64_t{std::numeric_limits<T>::min()}});
      const std::int64_t above =
          std::max({sum, value, std::int64_t{std::numeric_limits<T>::max()}});
      with_narrowest(below, above, [&]<class Wider>(Wider) { square = converted<Wider>(rows); });
      add(i, j, sum);
    }
  }

  // As many of the values as the present square can take without growing wider.
  template <class T>
  std::size_t add_fitting([[maybe_unused]] DenseRows<T>& rows, [[maybe_unused]] Index i,
                          [[maybe_unused]] Index first, std::span<const std::int64_t> values) {
    std::size_t k = 0;
    if constexpr (sizeof(T) < sizeof(std::int64_t)) {
      T* const cells = rows.row_data(i) + first;
      for (; k < values.size(); ++k) {
        if (values[k] < INT32_MIN || values[k] > INT32_MAX) break;
        const std::int64_t sum = cells[k] + values[k];
        const T cell = static_cast<T>(sum);
        if (cell != sum) break;
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

  void list_to_square() {
    listed = false;
    const std::vector<Entry> waiting = std::exchange(list, {});
    if (reals)
      square = DenseRows<double>(n);
    else
      with_narrowest(low, high, [&]<class T>(T) { square = DenseRows<T>(n); });
    for (const Entry& entry : waiting) {
      if (reals)
        add(entry.i, entry.j, std::bit_cast<double>(entry.number));
      else
        add(entry.i, entry.j, entry.number);
    }
  }

  // Whether the entries of some pair, of a sorted list of integers, add up to more than 64 bits.
  bool sums_overflow() const {
    std::int64_t sum = 0;
    for (std::size_t e = 0; e < list.size(); ++e) {
      if (e == 0 || list[e].i != list[e - 1].i || list[e].j != list[e - 1].j) sum = 0;
      if (__builtin_add_overflow(sum, list[e].number, &sum)) return true;
    }
    return false;
  }

  // Sorts the list and sums entries for the same pair; entries that cancel disappear.
  void merge_list() {
    std::stable_sort(list.begin(), list.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.i, a.j) < std::tie(b.i, b.j);
    });
    if (!reals && sums_overflow()) list_to_reals();
    std::size_t kept = 0;
    for (std::size_t e = 0; e < list.size();) {
      Entry sum = list[e++];
      for (; e < list.size() && list[e].i == sum.i && list[e].j == sum.j; ++e)
        sum.number = reals ? std::bit_cast<std::int64_t>(real_of(sum) + real_of(list[e]))
                           : sum.number + list[e].number;
      low = reals ? low : std::min(low, sum.number);
      high = reals ? high : std::max(high, sum.number);
      if (real_of(sum) != 0) list[kept++] = sum;
    }
    list.resize(kept);
  }

  template <class T>
  SparseRows<T> compressed() const {
    SparseRows<T> rows;
    rows.start.assign(at(n) + 1, 0);
    for (const Entry& entry : list) {
      ++rows.start[at(entry.i) + 1];
      ++rows.start[at(entry.j) + 1];
    }
    for (std::size_t i = 1; i < rows.start.size(); ++i) rows.start[i] += rows.start[i - 1];
    rows.column.resize(2 * list.size());
    rows.value.resize(2 * list.size());
    std::vector<std::size_t> place(rows.start.begin(), rows.start.end() - 1);
    const auto put = [&](Index i, Index j, const Entry& entry) {
      const std::size_t p = place[at(i)]++;
      rows.column[p] = j;
      if constexpr (std::is_same_v<T, double>)
        rows.value[p] = real_of(entry);
      else
        rows.value[p] = static_cast<T>(entry.number);
    };
    // The list is sorted by (i, j): the columns below the diagonal of row j arrive in ascending
    // order, and all of them before those above it.
    for (const Entry& entry : list) put(entry.j, entry.i, entry);
    for (const Entry& entry : list) put(entry.i, entry.j, entry);
    return rows;
  }

  SymmetricRows finish() {
    if (listed) {
      merge_list();
      const auto pairs = static_cast<std::int64_t>(list.size());
      if (reals) return {n, compressed<double>(), pairs};
      if (low >= INT32_MIN && high <= INT32_MAX) return {n, compressed<std::int32_t>(), pairs};
      return {n, compressed<std::int64_t>(), pairs};
    }
    return std::visit(
        [&](auto& rows) {
          const std::int64_t pairs = mirror(rows, n);
          return SymmetricRows(n, std::move(rows), pairs);
        },
        square);
  }

  Index n;
  std::size_t longest_list = 0;
  bool listed = true;
  bool reals = false;    // of the list only
  std::int64_t low = 0;  // range of the list's integers
  std::int64_t high = 0;
  std::vector<Entry> list;
  Square square{DenseRows<std::uint8_t>(0)};  // upper triangle
};

SymmetricRowsBuilder::SymmetricRowsBuilder(Index size) : state_(std::make_unique<State>(size)) {
  if (state_->longest_list == 0) state_->list_to_square();
}
SymmetricRowsBuilder::~SymmetricRowsBuilder() = default;
SymmetricRowsBuilder::SymmetricRowsBuilder(SymmetricRowsBuilder&&) noexcept = default;
SymmetricRowsBuilder& SymmetricRowsBuilder::operator=(SymmetricRowsBuilder&&) noexcept = default;

void SymmetricRowsBuilder::add(Index i, Index j, std::int64_t value) {
  if (value != 0) state_->add(i, j, value);
}

void SymmetricRowsBuilder::add(Index i, Index j, double value) {
  if (value == 0) return;
  if (std::fabs(value) <= static_cast<double>(exact_double_limit) && std::trunc(value) == value)
    state_->add(i, j, static_cast<std::int64_t>(value));
  else
    state_->add(i, j, value);
}

void SymmetricRowsBuilder::add_run(Index i, Index first, std::span<const std::int64_t> values) {
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
