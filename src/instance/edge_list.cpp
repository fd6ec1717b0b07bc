// SPDX-License-Identifier: Apache-2.0
#include "instance/edge_list.hpp"

#include "core/error.hpp"
#include "core/narrowest.hpp"
#include "core/sparse_rows_builder.hpp"
#include "core/text_reader.hpp"
#include "instance/decimal_scale.hpp"
#include "instance/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace spinsack {
namespace {

// Lines matter here: with a weight missing, the first capacity would pass for it.
void stay_on_line(TextReader& reader, std::string_view expected) {
  if (reader.more_on_line()) return;
  TextReader ahead = reader;
  if (!ahead.more()) ahead.fail_next(expected);
  reader.fail_at(reader.offset(), fmt::format("expected {}, found the end of the line", expected));
}

void end_line(TextReader& reader, std::string_view after) {
  if (reader.more_on_line()) reader.fail_next(fmt::format("the end of the line after {}", after));
}

struct Edge {
  Index i, j;  // i <= j
  std::int64_t profit;
  std::size_t offset;  // in the file, for messages
};

template <class Rescale>
Edge read_edge(TextReader& reader, Index n, DecimalScale& scale, Rescale&& rescale) {
  reader.more();
  const std::size_t offset = reader.offset();
  // By far the most lines are like this.
  if (std::array<std::int64_t, 3> line{}; scale.digits() == 0 && reader.try_line(line)) {
    const auto [a, b, profit] = line;
    if (a >= 0 && b >= 0 && a < n && b < n)
      return {static_cast<Index>(std::min(a, b)), static_cast<Index>(std::max(a, b)), profit,
              offset};
    reader.seek(offset);
  }
  const auto i = static_cast<Index>(reader.integer("an item", 0, n - 1));
  stay_on_line(reader, "a second item");
  const auto j = static_cast<Index>(reader.integer("an item", 0, n - 1));
  stay_on_line(reader, "a profit");
  const std::int64_t profit = scale.read(reader, "a profit", rescale);
  end_line(reader, "a profit");
  return {std::min(i, j), std::max(i, j), profit, offset};
}

// Every pair may stand once, in either order of its items.
[[noreturn]] void refuse_again(const TextReader& reader, const Edge& edge) {
  reader.fail_at(edge.offset, fmt::format("expected each pair once, found items {} and {} again",
                                          edge.i, edge.j));
}

// The lines of profits. They are read twice, since a list of them would take more memory than text and rows: once
// to check and to count, once to put each profit in its place.
class EdgeLines {
 public:
  // reader is behind the header of n items and count lines. Moves it behind the lines.
  EdgeLines(TextReader& reader, Index n, std::int64_t count)
      : begin_(reader), n_(n), count_(count) {
    // The rows are counted only where the file is long enough for n weights: memory grows with the file, never by
    // what its header promises.
    if (reader.text().size() - reader.offset() >= 2 * at(n) - 1) rows_.emplace(n);
    const auto rescale = [&](std::int64_t factor) {
      return !__builtin_mul_overflow(low_, factor, &low_) &&
             !__builtin_mul_overflow(high_, factor, &high_);
    };
    for (std::int64_t e = 0; e < count; ++e) {
      const Edge edge = read_edge(reader, n, scale_, rescale);
      low_ = std::min(low_, edge.profit);
      high_ = std::max(high_, edge.profit);
      if (edge.i == edge.j) continue;
      if (edge.profit != 0) ++pairs_;
      if (rows_) rows_->count(edge.i, edge.j);
    }
  }

  int digits() const { return scale_.digits(); }

  // The profits of the items and of the pairs. Only after n weights were found in the file.
  void fill(QkpInstance::Data& data) && {
    data.profit.assign(at(n_), 0);
    if (pairs_ <= most_sparse_pairs(n_, narrowest_width(low_, high_)))
      data.pair_profit = sparse(data.profit);
    else
      data.pair_profit = dense(data.profit);
  }

 private:
  // f(edge) for the pairs; profits of single items go to their place.
  template <class F>
  void read_again(std::vector<Profit>& profit, F&& f) const {
    TextReader reader = begin_;
    DecimalScale scale = scale_;
    Bits given(at(n_), 0);
    for (std::int64_t e = 0; e < count_; ++e) {
      const Edge edge = read_edge(reader, n_, scale, [](std::int64_t) { return true; });
      if (edge.i != edge.j) {
        f(edge);
        continue;
      }
      if (std::exchange(given[at(edge.i)], 1) != 0) refuse_again(begin_, edge);
      profit[at(edge.i)] = edge.profit;
    }
  }

  SymmetricRows sparse(std::vector<Profit>& profit) {
    rows_->begin_integers(low_, high_);
    read_again(profit, [&](const Edge& edge) { rows_->add(edge.i, edge.j, edge.profit); });
    rows_->sort_rows();
    if (const auto twice = rows_->first_added_twice()) refuse_second(*twice);
    return std::move(*std::move(*rows_).finish());
  }

  SymmetricRows dense(std::vector<Profit>& profit) {
    rows_.reset();
    SymmetricRowsBuilder pairs(n_);
    std::vector<std::uint64_t> given(at(n_) * at(n_) / 64 + 1);  // a bit for each pair
    read_again(profit, [&](const Edge& edge) {
      const std::size_t place = at(edge.i) * at(n_) + at(edge.j);
      const std::uint64_t bit = std::uint64_t{1} << (place % 64);
      if ((given[place / 64] & bit) != 0) refuse_again(begin_, edge);
      given[place / 64] |= bit;
      pairs.add(edge.i, edge.j, edge.profit);
    });
    return std::move(pairs).finish();
  }

  // At its second place.
  void refuse_second(std::pair<Index, Index> pair) const {
    std::vector<Profit> profit(at(n_));
    bool first = true;
    read_again(profit, [&](const Edge& edge) {
      if (std::pair(edge.i, edge.j) != pair) return;
      if (!std::exchange(first, false)) refuse_again(begin_, edge);
    });
  }

  TextReader begin_;
  Index n_;
  std::int64_t count_;
  DecimalScale scale_;
  std::int64_t low_ = 0;  // range of the profits and 0
  std::int64_t high_ = 0;
  std::int64_t pairs_ = 0;  // other than 0
  std::optional<SparseRowsBuilder> rows_;
};

}  // namespace

bool detect_edge_list(std::string_view text) {
  TextReader reader({}, text);
  if (!reader.more()) return false;
  TextReader line({}, reader.line());
  for (int number = 0; number < 2; ++number)
    if (parse_decimal(line.next()).fault) return false;
  const std::string_view kind = line.next();
  if (kind.empty() || line.more()) return false;
  if (kind == "int" || kind == "float") return true;
  // Another word, as in "3 2 double": a mistake if an edge follows, and otherwise somebody's name.
  TextReader edge({}, reader.line());
  for (int number = 0; number < 3; ++number)
    if (parse_decimal(edge.next()).fault) return false;
  return parse_decimal(kind).fault.has_value() && !edge.more();
}

std::vector<QkpInstance> read_edge_list(const InputFile& file) {
  TextReader reader(file.name, file.text);
  const auto n = static_cast<Index>(reader.integer("the number of items", 1, max_variables));
  const std::int64_t most = std::int64_t{n} * (n + 1) / 2;
  const std::int64_t m = reader.integer("the number of profits", 0, most);
  if (reader.peek() != "int" && reader.peek() != "float") reader.fail_next("'int' or 'float'");
  reader.next();
  end_line(reader, "the header");

  // 1. Profits, linear ones among them.
  EdgeLines lines(reader, n, m);

  // 2. Weights, then capacities up to the end of their line.
  DecimalScale weight_scale;
  std::vector<std::int64_t> weights;
  std::vector<std::int64_t> capacities;
  const auto rescale_weights = [&](std::int64_t factor) {
    return multiply_all(weights, factor) && multiply_all(capacities, factor);
  };
  const std::string weights_expected = fmt::format("{} weights", n);
  for (Index i = 0; i < n; ++i) {
    if (i > 0) stay_on_line(reader, weights_expected);
    weights.push_back(weight_scale.read(reader, "a weight", rescale_weights));
  }
  end_line(reader, weights_expected);
  reader.more();
  do {
    capacities.push_back(weight_scale.read(reader, "a capacity", rescale_weights));
  } while (reader.more_on_line());
  reader.end("the line of capacities");

  // 3. Everything is there.
  QkpInstance::Data data;
  data.profit_digits = lines.digits();
  std::move(lines).fill(data);
  data.weight = std::move(weights);
  data.weight_digits = weight_scale.digits();
  const std::string name = name_from_path(file.name);
  std::vector<QkpInstance> instances;
  const auto add = [&](QkpInstance::Data with_capacity) {
    const std::size_t k = instances.size();
    with_capacity.name = capacities.size() == 1 ? name : fmt::format("{}#{}", name, k + 1);
    with_capacity.capacity = capacities[k];
    instances.emplace_back(std::move(with_capacity));
  };
  while (instances.size() + 1 < capacities.size()) add(data);
  add(std::move(data));
  return instances;
}

void write_edge_list(const InstanceList& instances, TextWriter& out) {
  if (instances.size() == 0) throw UsageError("no instance to write");
  const QkpInstance& first = instances[0];
  for (std::size_t k = 1; k < instances.size(); ++k) {
    const QkpInstance& other = instances[k];
    if (!std::ranges::equal(other.weights(), first.weights()) ||
        !std::ranges::equal(other.profits(), first.profits()) ||
        !(other.pair_profits() == first.pair_profits()) ||
        other.weight_digits() != first.weight_digits() ||
        other.profit_digits() != first.profit_digits())
      throw UsageError(
          fmt::format("format 'edges' holds instances that differ only in capacity; '{}' and '{}' "
                      "differ in more",
                      first.name(), other.name()));
  }
  const auto linear = std::ranges::count_if(first.profits(), [](Profit p) { return p != 0; });
  const bool integers = first.profit_digits() == 0 && first.weight_digits() == 0;
  out.text(fmt::format("{} {} {}\n", first.size(), linear + first.pair_profits().pairs(),
                       integers ? "int" : "float"));
  const auto write_edge = [&](Index i, Index j, Profit value) {
    out.integer(i);
    out.text(" ");
    out.integer(j);
    out.text(" ");
    out.text(first.profit_text(value));
    out.text("\n");
  };
  for (Index i = 0; i < first.size(); ++i) {
    if (first.profits()[at(i)] != 0) write_edge(i, i, first.profits()[at(i)]);
    first.pair_profits().for_each_in_row(i, [&](Index j, auto value) {
      if (j > i) write_edge(i, j, static_cast<Profit>(value));
    });
  }
  for (Index i = 0; i < first.size(); ++i) {
    if (i > 0) out.text(" ");
    out.text(first.weight_text(first.weights()[at(i)]));
  }
  out.text("\n");
  for (std::size_t k = 0; k < instances.size(); ++k) {
    if (k > 0) out.text(" ");
    out.text(first.weight_text(instances[k].capacity()));
  }
  out.text("\n");
}

}  // namespace spinsack
