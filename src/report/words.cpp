// SPDX-License-Identifier: Apache-2.0
#include "report/words.hpp"

#include "analysis/text_tables.hpp"
#include "report/figure_panels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace spinsack {
namespace {

std::string count(std::int64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

// "0.012", "1.2e-05": three digits are enough for a sentence.
std::string brief(double value) { return fmt::format("{:.3g}", value); }

std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return brief(seconds * 1e6) + " microseconds";
  if (seconds < 1) return brief(seconds * 1e3) + " ms";
  return brief(seconds) + " s";
}

std::string p_text(double p) { return p < 1e-4 ? "p < 0.0001" : "p = " + brief(p); }

template <class Values>
std::string listed(const Values& values, std::size_t most = 8) {
  std::vector<std::string> parts;
  for (const auto& value : values) {
    if (parts.size() == most) {
      parts.push_back(fmt::format("and {} more", values.size() - most));
      break;
    }
    parts.push_back(fmt::format("{}", value));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

constexpr std::size_t most_names = 6;  // in one sentence

void say_what_was_run(const Analysis& analysis, std::vector<std::string>& said) {
  if (analysis.instances.empty()) return;
  Index low = analysis.instances.front().n;
  Index high = low;
  for (const InstanceRecord& instance : analysis.instances) {
    low = std::min(low, instance.n);
    high = std::max(high, instance.n);
  }
  said.push_back(fmt::format(
      "{} of {} on {}, n = {}.", count(analysis.origin.runs, "run", "runs"),
      count(static_cast<std::int64_t>(analysis.series.size()), "series", "series"),
      count(static_cast<std::int64_t>(analysis.instances.size()), "instance", "instances"),
      low == high ? std::to_string(low) : fmt::format("{} to {}", low, high)));
}

// Totals of series that met instances with a best known value, the most solved first.
std::vector<const GroupResult*> ranking(const Analysis& analysis) {
  std::vector<const GroupResult*> order;
  for (const GroupResult& total : analysis.totals)
    if (total.with_best_known > 0) order.push_back(&total);
  const auto share = [](const GroupResult* total) {
    return static_cast<double>(total->solved) / static_cast<double>(total->with_best_known);
  };
  std::stable_sort(order.begin(), order.end(), [&](const GroupResult* a, const GroupResult* b) {
    if (share(a) != share(b)) return share(a) > share(b);
    return a->mean_gap.value_or(1e300) < b->mean_gap.value_or(1e300);
  });
  return order;
}

std::string solved_text(const GroupResult& total) {
  return fmt::format("{} of {}", total.solved, total.with_best_known);
}

void say_who_solves_most(const Analysis& analysis, const std::vector<const GroupResult*>& order,
                         std::vector<std::string>& said) {
  if (order.empty()) {
    said.emplace_back(
        "No best known value is recorded, so gaps and times to solution are left out.");
    return;
  }
  const GroupResult& first = *order.front();
  if (first.solved == 0 && !first.mean_gap) {
    said.emplace_back("No series has a feasible run on an instance with a best known value.");
    return;
  }
  const std::string name = series_title(analysis, first.series);
  std::string text =
      fmt::format("{} reaches the best known value on {} instances", name, solved_text(first));
  if (first.mean_gap) text += fmt::format(", with a mean gap of {} %", brief(*first.mean_gap));
  if (order.size() > 1) {
    const GroupResult& second = *order[1];
    text += fmt::format("; next is {} with {}", series_title(analysis, second.series),
                        solved_text(second));
    if (second.mean_gap) text += fmt::format(" and {} %", brief(*second.mean_gap));
  }
  said.push_back(text + ".");
  if (order.size() > 2) {
    const GroupResult& last = *order.back();
    said.push_back(fmt::format(
        "{} is last with {}{}.", series_title(analysis, last.series), solved_text(last),
        last.mean_gap ? fmt::format(" and a mean gap of {} %", brief(*last.mean_gap)) : ""));
  }
}

// Then the best known value is not the best any more, and gaps to it are below zero.
void say_what_exceeds(const Analysis& analysis, std::vector<std::string>& said) {
  std::map<std::size_t, std::int64_t> above;  // by series
  for (const std::size_t chosen : analysis.chosen) {
    const PointResult& point = analysis.points[chosen];
    const auto& known = analysis.instances[point.instance].best_known;
    if (known && point.best && *point.best > *known) ++above[point.series];
  }
  if (above.empty()) return;
  std::vector<std::string> parts;
  for (const auto& [series, instances] : above)
    parts.push_back(fmt::format("{}{} on {}", series_title(analysis, series),
                                parts.empty() ? " exceeds the best known value" : "",
                                count(instances, "instance", "instances")));
  said.push_back(listed(parts, most_names) + ".");
}

void say_what_is_infeasible(const Analysis& analysis, std::vector<std::string>& said) {
  std::vector<std::string> parts;
  for (const GroupResult& total : analysis.totals)
    if (total.without_feasible > 0)
      parts.push_back(fmt::format("{} on {} of {}", series_title(analysis, total.series),
                                  total.without_feasible, total.instances));
  if (!parts.empty())
    said.push_back(
        fmt::format("Without any feasible run: {} instances.", listed(parts, most_names)));
}

void say_what_is_significant(const Analysis& analysis, const std::vector<const GroupResult*>& order,
                             std::vector<std::string>& said) {
  if (order.size() < 2) return;
  const std::size_t first = order.front()->series;
  std::vector<std::string> better;
  std::vector<std::string> open;
  double largest = 0;
  for (const PairTest& test : analysis.tests) {
    if (test.series != first) continue;
    const std::string other = series_title(analysis, test.other);
    if (test.p_holm && *test.p_holm < 0.05) {
      better.push_back(fmt::format("{} ({})", other, p_text(*test.p_holm)));
      largest = std::max(largest, *test.p_holm);
    } else
      open.push_back(other);
  }
  const std::string name = series_title(analysis, first);
  if (!better.empty())
    said.push_back(fmt::format(
        "By the signed-rank test over instances, corrected after Holm, {} is better than {}.", name,
        better.size() > most_names
            ? fmt::format("{} other series (largest {})", better.size(), p_text(largest))
            : fmt::format("{}", fmt::join(better, ", "))));
  if (!open.empty())
    said.push_back(fmt::format("No significant advantage of {} over {} at the 5 % level.", name,
                               listed(open, most_names)));
}

void say_how_long(const Analysis& analysis, const std::vector<const GroupResult*>& order,
                  std::vector<std::string>& said) {
  if (order.empty()) return;
  const GroupResult& first = *order.front();
  if (first.seconds.total <= 0) return;
  std::string text =
      fmt::format("A run of {} takes {} on average", series_title(analysis, first.series),
                  seconds_text(first.seconds.total));
  for (const auto& law : analysis.power_laws)
    if (law.series == first.series && law.stage == "total")
      text += fmt::format(" and grows as n^{:.2f} (standard error {:.2f})", law.exponent,
                          law.standard_error);
  said.push_back(text + ".");
}

void say_how_sets_differ(const Analysis& analysis, std::vector<std::string>& said) {
  for (const PairTest& test : analysis.tests) {
    const Series& mine = analysis.series[test.series];
    const Series& other = analysis.series[test.other];
    if (mine.name != other.name || mine.set == other.set || test.series < test.other) continue;
    std::string text = fmt::format(
        "{}: {} finds better values than {} on {}, equal ones on {} and "
        "worse ones on {} instances",
        mine.name, mine.set, other.set, test.wins, test.ties, test.losses);
    if (test.time_ratio) {
      text += fmt::format("; to the best known value {} takes {} times as long", other.set,
                          brief(*test.time_ratio));
      if (test.time_ratio_interval)
        text += fmt::format(" (95 % interval {} to {})", brief(test.time_ratio_interval->low),
                            brief(test.time_ratio_interval->high));
    }
    said.push_back(text + ".");
  }
}

// The different values of one field of the environments, in order of appearance.
std::vector<std::string> different(const Analysis& analysis, std::string Environment::*field) {
  std::vector<std::string> values;
  for (const Environment& environment : analysis.origin.environments) {
    const std::string& value = environment.*field;
    if (!value.empty() && std::find(values.begin(), values.end(), value) == values.end())
      values.push_back(value);
  }
  return values;
}

}  // namespace

std::string worded(std::string_view text, const Analysis& analysis) {
  const std::array<std::pair<std::string_view, std::string>, 4> places{
      {{"{{elements}}", std::string(analysis.nouns.elements)},
       {"{{limits}}", std::string(analysis.nouns.limits)},
       {"{{value}}", std::string(analysis.nouns.value)},
       {"{{order}}", has_tightness(analysis) ? ", the tightest capacity at the top" : ""}}};
  std::string result(text);
  for (const auto& [place, word] : places)
    for (std::size_t at = result.find(place); at != std::string::npos;
         at = result.find(place, at + word.size()))
      result.replace(at, place.size(), word);
  return result;
}

std::vector<std::string> findings(const Analysis& analysis) {
  std::vector<std::string> said;
  say_what_was_run(analysis, said);
  if (analysis.origin.runs == 0) {
    said.emplace_back("The records hold no finished run.");
    return said;
  }
  const std::vector<const GroupResult*> order = ranking(analysis);
  say_who_solves_most(analysis, order, said);
  say_what_exceeds(analysis, said);
  say_what_is_infeasible(analysis, said);
  say_what_is_significant(analysis, order, said);
  say_how_long(analysis, order, said);
  say_how_sets_differ(analysis, said);
  return said;
}

std::vector<std::pair<std::string, std::string>> origin_facts(const Analysis& analysis) {
  const Origin& origin = analysis.origin;
  std::vector<std::pair<std::string, std::string>> facts;
  const auto add = [&](std::string name, std::string value) {
    if (!value.empty()) facts.emplace_back(std::move(name), std::move(value));
  };
  add("Studies", listed(origin.studies));
  add("Version", listed(different(analysis, &Environment::version)));
  add("Code revision", listed(different(analysis, &Environment::revision)));
  add("Processor", listed(different(analysis, &Environment::processor)));
  add("Instruction set", listed(different(analysis, &Environment::simd)));
  add("Compiler", listed(different(analysis, &Environment::compiler)));
  std::set<std::string> threads;
  for (const Series& series : analysis.series)
    for (const auto& [name, value] : series.parameters)
      if (name == "threads") threads.insert(value);
  if (!analysis.series.empty()) add("Threads per run", threads.empty() ? "1" : listed(threads));
  add("Machine", listed(origin.machines));
  if (has_clocks(analysis))
    add("Clock", fmt::format("{}: {}", analysis.clock->name, analysis.clock->help));
  add("Recorded", origin.first_started == origin.last_started
                      ? origin.first_started
                      : fmt::format("{} to {}", origin.first_started, origin.last_started));
  add("Runs", fmt::format("{} in {}", origin.runs, count(origin.cells, "cell", "cells")));
  add("Seeds", listed(origin.seeds, 12));
  add("Failed cells", std::to_string(origin.failures.size()));
  return facts;
}

std::vector<std::string> cautions(const Analysis& analysis) {
  std::vector<std::string> said;
  if (!analysis.origin.failures.empty())
    said.push_back(fmt::format(
        "{} failed and {} no runs; the list is below.",
        count(static_cast<std::int64_t>(analysis.origin.failures.size()), "cell", "cells"),
        analysis.origin.failures.size() == 1 ? "has" : "have"));
  if (analysis.origin.environments.size() > 1)
    said.emplace_back(
        "The records come from several machines or versions: compare times with care.");
  for (std::size_t s = 0; s < analysis.series.size(); ++s) {
    const Series& series = analysis.series[s];
    if (series.unanswered > 0)
      said.push_back(fmt::format("{}: {} of {} requests had no answer; they count as failures.",
                                 series_title(analysis, s), series.unanswered, series.runs));
  }
  const std::vector<std::string> clocks = clock_notes(analysis);
  for (std::size_t i = 1; i < clocks.size(); ++i) said.push_back(clocks[i] + ".");
  std::int64_t few = 0;
  for (const std::size_t chosen : analysis.chosen)
    if (analysis.points[chosen].runs < few_runs) ++few;
  if (few > 0)
    said.push_back(fmt::format("{} of {} results rest on fewer than {} runs.", few,
                               analysis.chosen.size(), few_runs));
  std::int64_t unknown = 0;
  for (const InstanceRecord& instance : analysis.instances)
    if (!instance.best_known) ++unknown;
  if (unknown > 0 && unknown < static_cast<std::int64_t>(analysis.instances.size()))
    said.push_back(
        fmt::format("{} of {} instances have no best known value and take no part in gaps.",
                    unknown, analysis.instances.size()));
  return said;
}

}  // namespace spinsack
