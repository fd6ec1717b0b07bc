// SPDX-License-Identifier: Apache-2.0
#include "solve_report.hpp"

#include "core/relative_gap.hpp"
#include "instance/chosen_items.hpp"
#include "instance/evaluate.hpp"
#include "instance/qkp.hpp"
#include "item_list.hpp"
#include "problem/problem.hpp"
#include "terminal/picture.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace spinsack::cli {
namespace {

constexpr std::size_t bar_width = 56;

// Gaps of published instances are tiny; two decimals would hide them.
std::string fine_percent(double share) {
  if (share == 0) return "0 %";
  return share < 0.1 ? fmt::format("{:.2g} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

// Reading depends on disks, pipes and packers, so that it is no part of the limit: methods are compared at equal
// times. Whoever planned with the limit is told once it is more than the limit itself may be exceeded by.
std::string limit_text(const Solved& solved) {
  if (!solved.time_limit || solved.seconds_read <= 0.05 + 0.01 * *solved.time_limit) return "";
  return fmt::format("{} for search and bound; reading took another {}",
                     seconds_text(*solved.time_limit), seconds_text(solved.seconds_read));
}

using Rows = std::vector<std::vector<std::string>>;

void add_value(const Solved& solved, Rows& rows) {
  const Instance& instance = solved.instance;
  const SolveResult& result = solved.result;
  if (!result.found()) {
    rows.push_back({"value", "none: no feasible answer was found"});
  } else {
    rows.push_back({"value", instance.value_text(result.value())});
    if (result.proven_optimal()) rows.back()[1] += ", proven optimal";
    if (solved.known_to_be_optimal()) rows.back()[1] += ", known to be optimal";
  }
  const std::optional<Profit> best_known = instance.best_known();
  if (!best_known) return;
  rows.push_back({"best known", instance.value_text(*best_known)});
  if (!result.found()) return;
  const bool less = instance.goal() == Goal::minimise;
  rows.back()[1] += result.value() > *best_known ? ", surpassed"
                    : solved.reaches_best_known()
                        ? ", reached"
                        : fmt::format(", {} {} this value",
                                      fine_percent(relative_gap(*best_known, result.value())),
                                      less ? "below" : "above");
}

void add_bound(const Solved& solved, Rows& rows) {
  const SolveResult& result = solved.result;
  if (!result.upper_bound) return;
  rows.push_back({solved.instance.goal() == Goal::maximise ? "upper bound" : "lower bound",
                  solved.instance.value_text(*result.upper_bound)});
  if (result.found()) rows.back()[1] += fmt::format(", gap {}", fine_percent(result.gap()));
}

void add_answer(const Solved& solved, Rows& rows) {
  const Problem& problem = solved.instance.problem();
  if (problem.answer_text != nullptr)
    rows.push_back({std::string(problem.nouns.elements),
                    problem.answer_text(solved.instance, solved.result.outcome.bits)});
}

void add_names(const Solved& solved, Rows& rows) {
  if (!solved.instance.is<QkpInstance>()) return;
  const Labels& labels = solved.result.outcome.bits;
  const auto& knapsack = solved.instance.as<QkpInstance>();
  if (!knapsack.item_names().empty() && std::ranges::count(labels, 1) > 0)
    for (auto& row : name_rows("chosen", knapsack, chosen_items(labels)))
      rows.push_back(std::move(row));
}

void add_search(const Solved& solved, Rows& rows) {
  const SolveResult& result = solved.result;
  const SolveOutcome& outcome = result.outcome;
  rows.push_back({"method", fmt::format("{}, seed {}, {} thread{}, stopped by {}", result.method,
                                        result.seed, result.threads, result.threads == 1 ? "" : "s",
                                        name_of(outcome.stopped_by))});
  if (!outcome.details.empty()) {
    std::string text;
    for (const Detail& detail : outcome.details)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", detail.name, detail.value);
    rows.push_back({"details", text});
  }
  if (const std::string text = limit_text(solved); !text.empty()) rows.push_back({"limit", text});
  rows.push_back(
      {"time",
       fmt::format("read {}, solve {}, bound {}; best found after {}",
                   seconds_text(solved.seconds_read), seconds_text(outcome.seconds),
                   seconds_text(result.seconds_bound), seconds_text(outcome.time_to_best))});
}

Rows fact_rows(const Solved& solved, bool with_names) {
  Rows rows;
  add_value(solved, rows);
  add_bound(solved, rows);
  if (solved.result.found()) add_answer(solved, rows);
  if (solved.result.found() && with_names) add_names(solved, rows);
  add_search(solved, rows);
  return rows;
}

}  // namespace

bool Solved::reaches_best_known() const {
  const auto best_known = instance.best_known();
  return result.found() && best_known && result.value() >= *best_known;
}

bool Solved::known_to_be_optimal() const {
  return result.found() && !result.proven_optimal() && instance.proven_optimum() == result.value();
}

std::vector<std::vector<std::string>> solved_facts(const Solved& solved) {
  return fact_rows(solved, false);
}

std::string solved_page(const Solved& solved, const Look& look) {
  return paint(solved.instance.name(), Colour::bold, look) + "\n" +
         table(fact_rows(solved, true), {}, 2);
}

std::string load_text(const Solved& solved) {
  const auto& knapsack = solved.instance.as<QkpInstance>();
  return fmt::format("load {} of capacity {}, all items weigh {}",
                     knapsack.weight_text(evaluate(knapsack, solved.result.outcome.bits).load),
                     knapsack.weight_text(knapsack.capacity()),
                     knapsack.weight_text(knapsack.total_weight()));
}

std::string solved_bar(const Solved& solved, const Look& look) {
  if (!solved.instance.is<QkpInstance>()) return {};
  const auto& knapsack = solved.instance.as<QkpInstance>();
  const Weight load = evaluate(knapsack, solved.result.outcome.bits).load;
  return fmt::format("  {}\n  {}\n", load_bar(knapsack, load, bar_width, look), load_text(solved));
}

void SolvedTable::add(const Solved& solved) {
  const Instance& instance = solved.instance;
  const SolveResult& result = solved.result;
  const std::optional<Profit> best_known = instance.best_known();
  const bool compared = best_known && result.found();
  rows_.push_back({instance.name(), std::to_string(instance.elements()),
                   result.found() ? instance.value_text(result.value()) : "none",
                   result.upper_bound ? instance.value_text(*result.upper_bound) : "-",
                   result.proven_optimal()                ? "optimal"
                   : result.upper_bound && result.found() ? fine_percent(result.gap())
                                                          : "-",
                   best_known ? instance.value_text(*best_known) : "-",
                   compared ? fine_percent(relative_gap(*best_known, result.value())) : "-",
                   seconds_text(result.outcome.time_to_best),
                   seconds_text(result.outcome.seconds)});
  known_ += best_known ? 1 : 0;
  reached_ += solved.reaches_best_known() ? 1 : 0;
  proven_ += result.proven_optimal() ? 1 : 0;
  proven_before_ += solved.known_to_be_optimal() ? 1 : 0;
  seconds_ += result.outcome.seconds;
  seconds_to_best_ += result.outcome.time_to_best;
  worst_to_best_ = std::max(worst_to_best_, result.outcome.time_to_best);
}

std::string SolvedTable::text() const {
  std::string text = table(rows_, {1, 2, 3, 4, 5, 6, 7, 8});
  const auto count = static_cast<double>(size());
  if (known_ > 0) text += fmt::format("best known value reached on {} of {}; ", reached_, known_);
  text += fmt::format("{} proven optimal", proven_);
  if (proven_before_ > 0) text += fmt::format(", {} more known to be optimal", proven_before_);
  return text + fmt::format("; best found after {} on average, {} at most; {} in all\n",
                            seconds_text(seconds_to_best_ / count), seconds_text(worst_to_best_),
                            seconds_text(seconds_));
}

}  // namespace spinsack::cli
