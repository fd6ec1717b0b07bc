// SPDX-License-Identifier: Apache-2.0
#include "instance_facts.hpp"

#include "bound/best_bound.hpp"
#include "core/json_text.hpp"
#include "core/relative_gap.hpp"
#include "core/stopwatch.hpp"
#include "instance/evaluate.hpp"
#include "instance/item_names.hpp"
#include "item_list.hpp"
#include "postprocess/greedy.hpp"
#include "spinsack_version.hpp"
#include "terminal/percent.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace spinsack::cli {
namespace {

Spread spread_of(std::span<const std::int64_t> values) {
  const auto [low, high] = std::ranges::minmax(values);
  return {low, high};
}

double mean_weight(const QkpInstance& instance) {
  return static_cast<double>(instance.total_weight()) / instance.size() /
         std::pow(10.0, instance.weight_digits());
}

// "dense, 8-bit entries"
std::string storage_text(const QkpInstance& instance) {
  return instance.pair_profits().visit([](const auto& rows) {
    using Rows = std::remove_cvref_t<decltype(rows)>;
    return fmt::format("{}, {}-bit entries", Rows::dense ? "dense" : "sparse",
                       8 * sizeof(typename Rows::Value));
  });
}

std::string memory_text(std::size_t bytes) {
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  const auto size = static_cast<double>(bytes);
  return bytes < 1'000'000 ? fmt::format("{:.3g} kB", size / 1e3)
                           : fmt::format("{:.4g} MB", size / 1e6);
}

// The cases whose answer needs no search.
std::string easy_case(const QkpInstance& instance, const Facts& facts) {
  if (instance.capacity() < facts.weights.low) return "; no item fits";
  if (instance.capacity() >= instance.total_weight()) return "; everything fits";
  return "";
}

std::vector<Index> all_items(const QkpInstance& instance) {
  std::vector<Index> items(at(instance.size()));
  std::iota(items.begin(), items.end(), 0);
  return items;
}

std::string spread_text(const QkpInstance& instance, const Spread& spread) {
  return fmt::format("{}..{}", instance.profit_text(spread.low), instance.profit_text(spread.high));
}

}  // namespace

double Facts::gap() const { return relative_gap(upper_bound, greedy_value); }

Facts facts_of(const Instance& any, double seconds_read) {
  const auto& instance = any.as<QkpInstance>();
  Facts facts;
  facts.seconds_read = seconds_read;
  facts.weights = spread_of(instance.weights());
  facts.profits = spread_of(instance.profits());
  for (const Profit p : instance.profits()) facts.total_profit += p;
  bool first = true;
  instance.pair_profits().for_each_pair([&](Index, Index, auto entry) {
    const auto value = static_cast<Profit>(entry);
    facts.total_profit += value;
    facts.pair_profits = {first ? value : std::min(facts.pair_profits.low, value),
                          first ? value : std::max(facts.pair_profits.high, value)};
    first = false;
  });
  facts.published = any.published();
  facts.best_known = any.best_known();
  facts.known_optimal = any.best_known() && any.best_known() == any.proven_optimum();

  Stopwatch watch;
  const Bits solution = post::greedy(instance);
  facts.seconds_greedy = watch.lap();
  const Evaluation value = evaluate(instance, solution);
  facts.greedy_value = value.profit;
  facts.greedy_load = value.load;
  facts.greedy_items = static_cast<Index>(std::ranges::count(solution, 1));
  watch.lap();
  facts.upper_bound = best_upper_bound(instance, {.passes = 30, .target = facts.greedy_value});
  facts.seconds_bound = watch.lap();
  return facts;
}

std::string facts_page(const QkpInstance& instance, const Facts& facts, const Look& look) {
  const std::int64_t n = instance.size();
  std::vector<std::vector<std::string>> rows;
  rows.push_back({"items", std::to_string(n)});
  if (!instance.item_names().empty())
    for (auto& row : name_rows("names", instance, all_items(instance)))
      rows.push_back(std::move(row));
  rows.push_back(
      {"pairs", fmt::format("{} of {} have a profit, density {}", instance.pair_profits().pairs(),
                            n * (n - 1) / 2, percent(instance.density()))});
  rows.push_back(
      {"weights",
       fmt::format("{}..{}, mean {:.4g}, sum {}", instance.weight_text(facts.weights.low),
                   instance.weight_text(facts.weights.high), mean_weight(instance),
                   instance.weight_text(instance.total_weight()))});
  rows.push_back({"profits", fmt::format("{} alone, {} in pairs, {} for everything",
                                         spread_text(instance, facts.profits),
                                         spread_text(instance, facts.pair_profits),
                                         instance.profit_text(facts.total_profit))});
  rows.push_back(
      {"capacity", fmt::format("{}, {} of the weights{}", instance.weight_text(instance.capacity()),
                               percent(instance.tightness()), easy_case(instance, facts))});
  rows.push_back({"storage", fmt::format("{}, {}", storage_text(instance),
                                         memory_text(instance.pair_profits().bytes()))});
  if (facts.best_known)
    rows.push_back(
        {"best known",
         fmt::format("{}{}, published as {}", instance.profit_text(*facts.best_known),
                     facts.known_optimal ? ", known to be optimal" : "", facts.published)});
  rows.push_back(
      {"greedy", fmt::format("{}, {} item{}, load {}", instance.profit_text(facts.greedy_value),
                             facts.greedy_items, facts.greedy_items == 1 ? "" : "s",
                             instance.weight_text(facts.greedy_load))});
  if (facts.best_known)
    rows.back()[1] += fmt::format(", {} below best known",
                                  percent(relative_gap(*facts.best_known, facts.greedy_value)));
  rows.push_back({"upper bound", fmt::format("{}, gap {}", instance.profit_text(facts.upper_bound),
                                             percent(facts.gap()))});
  rows.push_back(
      {"time", fmt::format("read {}, greedy {}, bound {}", seconds_text(facts.seconds_read),
                           seconds_text(facts.seconds_greedy), seconds_text(facts.seconds_bound))});
  return paint(instance.name(), Colour::bold, look) + "\n" + table(rows, {}, 2);
}

std::vector<std::string> facts_heading() {
  return {"instance", "n",     "density", "capacity",  "tightness",
          "greedy",   "bound", "gap",     "best known"};
}

std::vector<std::string> facts_row(const QkpInstance& instance, const Facts& facts) {
  return {instance.name(),
          std::to_string(instance.size()),
          percent(instance.density()),
          instance.weight_text(instance.capacity()),
          percent(instance.tightness()),
          instance.profit_text(facts.greedy_value),
          instance.profit_text(facts.upper_bound),
          percent(facts.gap()),
          facts.best_known ? instance.profit_text(*facts.best_known) : "-"};
}

std::string facts_json(const QkpInstance& instance, const Facts& facts) {
  const auto profit = [&](Profit value) { return instance.profit_text(value); };
  const auto weight = [&](Weight value) { return instance.weight_text(value); };
  JsonObject json;
  json.text("spinsack", version).text("instance", instance.name()).integer("n", instance.size());
  if (!instance.item_names().empty())
    json.add("item_names", names_json(instance.item_names(), all_items(instance)));
  json.integer("pairs", instance.pair_profits().pairs()).real("density", instance.density());
  json.add("capacity", weight(instance.capacity())).real("tightness", instance.tightness());
  json.add("weights", JsonObject()
                          .add("min", weight(facts.weights.low))
                          .real("mean", mean_weight(instance))
                          .add("max", weight(facts.weights.high))
                          .add("sum", weight(instance.total_weight()))
                          .line());
  json.add("profits", JsonObject()
                          .add("min", profit(facts.profits.low))
                          .add("max", profit(facts.profits.high))
                          .add("pair_min", profit(facts.pair_profits.low))
                          .add("pair_max", profit(facts.pair_profits.high))
                          .add("sum", profit(facts.total_profit))
                          .line());
  json.boolean("nonnegative", instance.nonnegative());
  json.add("storage",
           JsonObject()
               .text("layout", storage_text(instance))
               .integer("bytes", static_cast<std::int64_t>(instance.pair_profits().bytes()))
               .line());
  if (facts.best_known)
    json.text("published", facts.published).add("best_known", profit(*facts.best_known));
  json.add("greedy", JsonObject()
                         .add("value", profit(facts.greedy_value))
                         .add("weight", weight(facts.greedy_load))
                         .integer("items", facts.greedy_items)
                         .line());
  json.add("upper_bound", profit(facts.upper_bound)).real("gap", facts.gap());
  json.add("seconds", JsonObject()
                          .real("read", facts.seconds_read)
                          .real("greedy", facts.seconds_greedy)
                          .real("bound", facts.seconds_bound)
                          .line());
  return json.line();
}

}  // namespace spinsack::cli
