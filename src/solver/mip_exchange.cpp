// SPDX-License-Identifier: Apache-2.0
#include "solver/mip_exchange.hpp"

#include "core/catalog.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <span>
#include <utility>

namespace spinsack {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

void expect_word(TextReader& text, std::string_view word) {
  if (text.peek() != word) text.fail_next(fmt::format("'{}'", word));
  text.next();
}

std::int64_t number_after(TextReader& text, std::string_view word, std::int64_t low = 0,
                          std::int64_t high = largest) {
  expect_word(text, word);
  return text.integer(word, low, high);
}

void write_numbers(std::span<const std::int64_t> numbers, TextWriter& out) {
  for (const std::int64_t number : numbers) {
    out.integer(number);
    out.text(" ");
  }
  out.text("\n");
}

std::vector<std::int64_t> read_numbers(TextReader& text, Index count, std::string_view what) {
  std::vector<std::int64_t> numbers(at(count));
  for (std::int64_t& number : numbers) number = text.integer(what);
  return numbers;
}

// Items up to the end of the line.
std::vector<Index> read_item_list(TextReader& text, Index number_of_items) {
  std::vector<Index> items;
  while (text.more_on_line())
    items.push_back(static_cast<Index>(text.integer("an item", 0, number_of_items - 1)));
  return items;
}

QkpInstance read_instance(TextReader& text, Index n) {
  QkpInstance::Data data;
  data.name = "task";
  constexpr int most_digits = 18;
  data.profit_digits = static_cast<int>(number_after(text, "profit-digits", 0, most_digits));
  data.weight_digits = static_cast<int>(number_after(text, "weight-digits", 0, most_digits));
  data.capacity = number_after(text, "capacity");
  data.profit = read_numbers(text, n, "a profit");
  data.weight = read_numbers(text, n, "a weight");
  const std::int64_t count = number_after(text, "pairs", 0, std::int64_t{n} * (n - 1) / 2);
  SymmetricRowsBuilder pairs(n);
  for (std::int64_t k = 0; k < count; ++k) {
    const auto i = static_cast<Index>(text.integer("the first item of a pair", 0, n - 1));
    const auto j = static_cast<Index>(text.integer("the second item of a pair", i + 1, n - 1));
    pairs.add(i, j, text.integer("the profit of a pair"));
  }
  data.pair_profit = std::move(pairs).finish();
  return QkpInstance(std::move(data));
}

}  // namespace

void write_mip_task(const QkpInstance& instance, const MipTask& task, TextWriter& out) {
  out.text(fmt::format("spinsack-mip 1\nform {}\nseed {}\nnodes {}\ncut-rounds {}\n",
                       task.form->name, task.seed, task.nodes, task.cut_rounds));
  out.text(task.start.empty() ? "start none" : "start items");
  for (std::size_t i = 0; i < task.start.size(); ++i)
    if (task.start[i] != 0) out.text(fmt::format(" {}", i));
  out.text(fmt::format("\nitems {} profit-digits {} weight-digits {} capacity {}\n",
                       instance.size(), instance.profit_digits(), instance.weight_digits(),
                       instance.capacity()));
  write_numbers(instance.profits(), out);
  write_numbers(instance.weights(), out);
  out.text(fmt::format("pairs {}\n", instance.pair_profits().pairs()));
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    out.integer(i);
    out.text(" ");
    out.integer(j);
    out.text(" ");
    out.integer(static_cast<Profit>(value));
    out.text("\n");
  });
  out.text("end\n");
}

ReceivedMipTask read_mip_task(const InputFile& file) {
  TextReader text(file.name, file.text);
  (void)number_after(text, "spinsack-mip", 1, 1);
  MipTask task;
  expect_word(text, "form");
  task.form = &find_entry(linearisations(), "linearisation", text.next());
  expect_word(text, "seed");
  const std::string_view seed = text.next();
  const char* const seed_end = seed.data() + seed.size();
  if (std::from_chars(seed.data(), seed_end, task.seed).ptr != seed_end || seed.empty())
    text.fail(fmt::format("expected a seed, found {}", quote(seed)));
  task.nodes = number_after(text, "nodes", 0, std::numeric_limits<int>::max());
  task.cut_rounds = number_after(text, "cut-rounds", 0, std::numeric_limits<int>::max());
  expect_word(text, "start");
  const bool starts = text.peek() == "items";
  expect_word(text, starts ? "items" : "none");
  const std::vector<Index> start = read_item_list(text, max_variables);
  const auto n = static_cast<Index>(number_after(text, "items", 1, max_variables));
  if (starts) task.start.resize(at(n));
  for (const Index item : start) {
    if (!starts || item >= n) text.fail(fmt::format("expected a start within {} items", n));
    task.start[at(item)] = 1;
  }
  QkpInstance instance = read_instance(text, n);
  expect_word(text, "end");
  text.end("the task");
  return {std::move(instance), std::move(task)};
}

std::string text_of(const MipReport& report) {
  switch (report.kind) {
    case MipReport::Kind::built:
      return "built\n";
    case MipReport::Kind::items:
      return fmt::format("items {}\n", fmt::join(report.items, " "));
    case MipReport::Kind::bound:
      return fmt::format("bound {}\n", report.bound);
    case MipReport::Kind::work:
      return fmt::format("work {} {}\n", report.nodes, report.iterations);
    case MipReport::Kind::end:
      return "end\n";
  }
  return {};
}

MipReport read_mip_report(std::string_view line, Index number_of_items) {
  using Kind = MipReport::Kind;
  TextReader text("report of spinsack-mip", line);
  MipReport report;
  const std::string_view what = text.next();
  if (what == "built") {
    report.kind = Kind::built;
  } else if (what == "items") {
    report.kind = Kind::items;
    report.items = read_item_list(text, number_of_items);
  } else if (what == "bound") {
    report.kind = Kind::bound;
    report.bound = text.real("a bound");
  } else if (what == "work") {
    report.kind = Kind::work;
    report.nodes = text.integer("nodes");
    report.iterations = text.integer("iterations");
  } else if (what == "end") {
    report.kind = Kind::end;
  } else {
    text.fail(fmt::format("expected built, items, bound, work or end, found {}", quote(what)));
  }
  text.end("the report");
  return report;
}

}  // namespace spinsack
