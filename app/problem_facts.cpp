// SPDX-License-Identifier: Apache-2.0
#include "problem_facts.hpp"

#include "core/json_text.hpp"
#include "core/stop.hpp"
#include "core/stopwatch.hpp"
#include "problem/problem.hpp"
#include "spinsack_version.hpp"
#include "terminal/seconds_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <string_view>

namespace spinsack::cli {
namespace {

constexpr double bound_seconds = 1;  // that a look at an instance may take

std::string_view bound_name(const Instance& instance) {
  return instance.goal() == Goal::maximise ? "upper bound" : "lower bound";
}

std::string perhaps(const Instance& instance, const std::optional<std::int64_t>& value) {
  return value ? instance.value_text(*value) : "-";
}

}  // namespace

ProblemFacts problem_facts_of(const Instance& instance, double seconds_read) {
  ProblemFacts facts;
  facts.seconds_read = seconds_read;
  if (instance.problem().bound == nullptr) return facts;
  Stopwatch watch;
  Stop stop(bound_seconds);
  facts.upper_bound = instance.problem().bound(instance, {.stop = &stop});
  facts.seconds_bound = watch.lap();
  return facts;
}

std::string problem_facts_page(const Instance& instance, const ProblemFacts& facts,
                               const Look& look) {
  const Problem& problem = instance.problem();
  std::vector<std::vector<std::string>> rows{
      {"problem", fmt::format("{}: {}", problem.name, problem.help)},
      {std::string(problem.nouns.elements), std::to_string(instance.elements())}};
  for (const Fact& fact : instance.facts())
    if (fact.name != "n") rows.push_back({std::string(fact.name), fact.text()});
  if (const auto best = instance.best_known()) {
    rows.push_back({"best known", instance.value_text(*best)});
    if (best == instance.proven_optimum()) rows.back()[1] += ", known to be optimal";
    if (!instance.published().empty())
      rows.back()[1] += fmt::format(", published as {}", instance.published());
  }
  if (facts.upper_bound)
    rows.push_back({std::string(bound_name(instance)), instance.value_text(*facts.upper_bound)});
  rows.push_back({"time", fmt::format("read {}, bound {}", seconds_text(facts.seconds_read),
                                      seconds_text(facts.seconds_bound))});
  return paint(instance.name(), Colour::bold, look) + "\n" + table(rows, {}, 2);
}

std::vector<std::string> problem_facts_heading() {
  return {"instance", "problem", "n", "facts", "bound", "best known"};
}

std::vector<std::string> problem_facts_row(const Instance& instance, const ProblemFacts& facts) {
  std::string numbers;
  for (const Fact& fact : instance.facts())
    if (fact.name != "n")
      numbers += fmt::format("{}{} {}", numbers.empty() ? "" : ", ", fact.name, fact.text());
  return {instance.name(),
          std::string(instance.problem().name),
          std::to_string(instance.elements()),
          numbers,
          perhaps(instance, facts.upper_bound),
          perhaps(instance, instance.best_known())};
}

std::string problem_facts_json(const Instance& instance, const ProblemFacts& facts) {
  JsonObject json;
  json.text("spinsack", version).text("instance", instance.name());
  json.text("problem", instance.problem().name).integer("n", instance.elements());
  for (const Fact& fact : instance.facts())
    if (fact.name != "n") json.add(fact.name, fact.text());
  if (!instance.published().empty()) json.text("published", instance.published());
  if (const auto best = instance.best_known()) json.add("best_known", instance.value_text(*best));
  if (facts.upper_bound)
    json.add(instance.goal() == Goal::maximise ? "upper_bound" : "lower_bound",
             instance.value_text(*facts.upper_bound));
  return json
      .add("seconds",
           JsonObject().real("read", facts.seconds_read).real("bound", facts.seconds_bound).line())
      .line();
}

}  // namespace spinsack::cli
