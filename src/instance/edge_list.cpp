// SPDX-License-Identifier: Apache-2.0
#include "instance/edge_list.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "instance/decimal_scale.hpp"
#include "instance/format.hpp"
#include "instance/pair_list.hpp"

#include <fmt/format.h>

#include <algorithm>

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
  DecimalScale profit_scale;
  std::vector<ListedPair> edges;
  const auto rescale_profits = [&](std::int64_t factor) { return multiply_profits(edges, factor); };
  for (std::int64_t e = 0; e < m; ++e) {
    reader.more();
    const std::size_t offset = reader.offset();
    const auto i = static_cast<Index>(reader.integer("an item", 0, n - 1));
    stay_on_line(reader, "a second item");
    const auto j = static_cast<Index>(reader.integer("an item", 0, n - 1));
    stay_on_line(reader, "a profit");
    const std::int64_t profit = profit_scale.read(reader, "a profit", rescale_profits);
    end_line(reader, "a profit");
    edges.push_back({std::min(i, j), std::max(i, j), profit, offset});
  }
  if (const ListedPair* const again = sort_and_find_repeated(edges))
    reader.fail_at(
        again->offset,
        fmt::format("expected each pair once, found items {} and {} again", again->i, again->j));

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

  QkpInstance::Data data;
  data.profit.assign(at(n), 0);
  SymmetricRowsBuilder pairs(n);
  for (const ListedPair& edge : edges) {
    if (edge.i == edge.j)
      data.profit[at(edge.i)] = edge.profit;
    else
      pairs.add(edge.i, edge.j, edge.profit);
  }
  data.pair_profit = std::move(pairs).finish();
  data.weight = std::move(weights);
  data.profit_digits = profit_scale.digits();
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

void write_edge_list(std::span<const QkpInstance> instances, TextWriter& out) {
  if (instances.empty()) throw UsageError("no instance to write");
  const QkpInstance& first = instances.front();
  for (const QkpInstance& other : instances) {
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
  for (Index i = 0; i < first.size(); ++i)
    out.text((i > 0 ? " " : "") + first.weight_text(first.weights()[at(i)]));
  out.text("\n");
  for (std::size_t k = 0; k < instances.size(); ++k)
    out.text((k > 0 ? " " : "") + first.weight_text(instances[k].capacity()));
  out.text("\n");
}

}  // namespace spinsack
