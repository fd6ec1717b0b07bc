// SPDX-License-Identifier: Apache-2.0
#include "solve_report.hpp"

#include "core/json_text.hpp"
#include "spinsack_version.hpp"
#include "terminal/incumbent_curve.hpp"
#include "terminal/picture.hpp"
#include "terminal/relative_gap.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace spinsack::cli {
namespace {

constexpr std::size_t bar_width = 56;

std::vector<std::string> item_texts(const Bits& bits) {
  std::vector<std::string> items;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i] != 0) items.push_back(std::to_string(i));
  return items;
}

// Gaps of published instances are tiny; two decimals would hide them.
std::string fine_percent(double share) {
  if (share == 0) return "0 %";
  return share < 0.1 ? fmt::format("{:.2g} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

}  // namespace

Solved::Solved(const QkpInstance& the_instance, SolveOutcome the_outcome)
    : instance(&the_instance),
      published(find_published(the_instance)),
      outcome(std::move(the_outcome)),
      evaluation(evaluate(the_instance, outcome.bits)) {
  if (!evaluation.feasible || evaluation.profit != outcome.value)
    throw std::logic_error(fmt::format("{}: the method says {} and the evaluator {}{}",
                                       the_instance.name(), outcome.value, evaluation.profit,
                                       evaluation.feasible ? "" : ", infeasible"));
}

double Solved::gap() const { return relative_gap(upper_bound, evaluation.profit); }

bool Solved::reaches_best_known() const {
  return published != nullptr && evaluation.profit >= published->best_known;
}

std::string solved_page(const Solved& solved, const Look& look) {
  const QkpInstance& instance = *solved.instance;
  const SolveOutcome& outcome = solved.outcome;
  std::vector<std::vector<std::string>> rows;
  rows.push_back({"value", instance.profit_text(solved.evaluation.profit)});
  if (solved.proven_optimal()) rows.back()[1] += ", proven optimal";
  if (solved.published != nullptr)
    rows.push_back(
        {"best known",
         fmt::format("{}, {}", instance.profit_text(solved.published->best_known),
                     solved.evaluation.profit > solved.published->best_known ? "surpassed"
                     : solved.reaches_best_known()
                         ? "reached"
                         : fine_percent(relative_gap(solved.published->best_known,
                                                     solved.evaluation.profit)) +
                               " above this value")});
  rows.push_back({"upper bound", fmt::format("{}, gap {}", instance.profit_text(solved.upper_bound),
                                             fine_percent(solved.gap()))});
  const auto items = std::ranges::count(outcome.bits, 1);
  rows.push_back({"items", fmt::format("{} of {}, load {} of {}", items, instance.size(),
                                       instance.weight_text(solved.evaluation.weight),
                                       instance.weight_text(instance.capacity()))});
  rows.push_back({"method", fmt::format("{}, seed {}, {} thread{}, stopped by {}", solved.method,
                                        solved.seed, solved.threads, solved.threads == 1 ? "" : "s",
                                        name_of(outcome.stopped_by))});
  if (!outcome.details.empty()) {
    std::string text;
    for (const Detail& detail : outcome.details)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", detail.name, detail.value);
    rows.push_back({"details", text});
  }
  rows.push_back(
      {"time",
       fmt::format("read {}, solve {}, bound {}; best found after {}",
                   seconds_text(solved.seconds_read), seconds_text(outcome.seconds),
                   seconds_text(solved.seconds_bound), seconds_text(outcome.time_to_best))});
  return paint(instance.name(), Colour::bold, look) + "\n" + table(rows, {}, 2);
}

std::string solved_bar(const Solved& solved, const Look& look) {
  const QkpInstance& instance = *solved.instance;
  return fmt::format("  {}\n  load {} of capacity {}, all items weigh {}\n",
                     load_bar(instance, solved.evaluation.weight, bar_width, look),
                     instance.weight_text(solved.evaluation.weight),
                     instance.weight_text(instance.capacity()),
                     instance.weight_text(instance.total_weight()));
}

std::string solved_json(const Solved& solved) {
  const QkpInstance& instance = *solved.instance;
  const SolveOutcome& outcome = solved.outcome;
  JsonObject json;
  json.text("spinsack", version).text("instance", instance.name()).integer("n", instance.size());
  json.text("method", solved.method);
  json.add("parameters", json_parameters(solved.parameters).line());
  json.integer("seed", static_cast<std::int64_t>(solved.seed)).integer("threads", solved.threads);
  json.add("value", instance.profit_text(solved.evaluation.profit))
      .add("weight", instance.weight_text(solved.evaluation.weight))
      .add("capacity", instance.weight_text(instance.capacity()))
      .boolean("feasible", solved.evaluation.feasible);
  json.add("upper_bound", instance.profit_text(solved.upper_bound)).real("gap", solved.gap());
  json.boolean("proven_optimal", solved.proven_optimal());
  if (solved.published != nullptr)
    json.add("best_known", instance.profit_text(solved.published->best_known))
        .real("gap_to_best_known",
              relative_gap(solved.published->best_known, solved.evaluation.profit));
  json.add("items", json_array(item_texts(outcome.bits)));
  JsonObject seconds;
  seconds.real("read", solved.seconds_read);
  for (std::size_t s = 0; s < stage_names.size(); ++s)
    seconds.real(stage_names[s], outcome.stage_seconds[s]);
  seconds.real("bound", solved.seconds_bound)
      .real("total", solved.seconds_read + outcome.seconds + solved.seconds_bound);
  json.add("seconds", seconds.line()).real("time_to_best", outcome.time_to_best);
  std::vector<std::string> trace;
  for (const ValuePoint& point : outcome.trace)
    trace.push_back(json_array({json_number(point.seconds), instance.profit_text(point.value)}));
  json.add("trace", json_array(trace));
  json.add("work", JsonObject()
                       .integer("sweeps", outcome.work.sweeps)
                       .integer("visits", outcome.work.visits)
                       .integer("flips", outcome.work.flips)
                       .line());
  if (!outcome.details.empty()) {
    JsonObject details;
    for (const Detail& detail : outcome.details) details.integer(detail.name, detail.value);
    json.add("details", details.line());
  }
  return json.text("stopped_by", name_of(outcome.stopped_by)).line();
}

void SolvedTable::add(const Solved& solved) {
  const QkpInstance& instance = *solved.instance;
  const PublishedInstance* const published = solved.published;
  rows_.push_back(
      {instance.name(), std::to_string(instance.size()),
       instance.profit_text(solved.evaluation.profit), instance.profit_text(solved.upper_bound),
       solved.proven_optimal() ? "optimal" : fine_percent(solved.gap()),
       published != nullptr ? instance.profit_text(published->best_known) : "-",
       published != nullptr
           ? fine_percent(relative_gap(published->best_known, solved.evaluation.profit))
           : "-",
       seconds_text(solved.outcome.time_to_best), seconds_text(solved.outcome.seconds)});
  known_ += published != nullptr ? 1 : 0;
  reached_ += solved.reaches_best_known() ? 1 : 0;
  proven_ += solved.proven_optimal() ? 1 : 0;
  seconds_ += solved.outcome.seconds;
  seconds_to_best_ += solved.outcome.time_to_best;
  worst_to_best_ = std::max(worst_to_best_, solved.outcome.time_to_best);
}

std::string SolvedTable::text() const {
  std::string text = table(rows_, {1, 2, 3, 4, 5, 6, 7, 8});
  const auto count = static_cast<double>(size());
  if (known_ > 0) text += fmt::format("best known value reached on {} of {}; ", reached_, known_);
  return text +
         fmt::format("{} proven optimal; best found after {} on average, {} at most; {} in all\n",
                     proven_, seconds_text(seconds_to_best_ / count), seconds_text(worst_to_best_),
                     seconds_text(seconds_));
}

}  // namespace spinsack::cli
