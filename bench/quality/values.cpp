// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace spinsack::quality {
namespace {

// All methods on one instance.
struct Meeting {
  std::vector<const Run*> runs;  // by method
  Profit best = 0;               // the values of other builds included

  // What the method misses of the best value, as a share of it.
  double gap(std::size_t method) const { return share(best - runs[method]->value); }
  // What the first method has more than this one, likewise.
  double lead_over(std::size_t method) const { return share(runs[0]->value - runs[method]->value); }
  // The empty knapsack is worth 0, so the best value is not negative.
  double share(Profit difference) const {
    return best > 0 ? static_cast<double>(difference) / static_cast<double>(best) : 0;
  }
  bool below_any() const { return share(best_run().value - runs[0]->value) > tolerance; }
  const Run& best_run() const { return **std::ranges::max_element(runs, {}, &Run::value); }
};
using Meetings = std::vector<const Meeting*>;

using TaskKey = decltype(std::declval<Run>().task());

std::vector<Meeting> meetings_of(const Runs& runs, const std::vector<std::string>& methods,
                                 const Runs& others) {
  std::map<TaskKey, Profit> best;
  for (const Runs* set : {&runs, &others})
    for (const Run& run : *set) best[run.task()] = std::max(best[run.task()], run.value);
  std::map<TaskKey, std::map<std::string, const Run*>> tasks;
  for (const Run& run : runs)
    if (!run.published()) tasks[run.task()][run.method] = &run;
  std::vector<Meeting> meetings;
  for (const auto& [task, by_method] : tasks) {
    Meeting meeting;
    for (const std::string& method : methods)
      if (const auto run = by_method.find(method); run != by_method.end())
        meeting.runs.push_back(run->second);
    meeting.best = best[task];
    if (meeting.runs.size() == methods.size()) meetings.push_back(std::move(meeting));
  }
  return meetings;
}

std::size_t column_width(const std::string& method) {
  return std::max<std::size_t>(method.size(), 10);
}

double mean_of(const Meetings& meetings, auto number) {
  double sum = 0;
  for (const Meeting* meeting : meetings) sum += number(*meeting);
  return meetings.empty() ? 0 : sum / static_cast<double>(meetings.size());
}
std::int64_t count_of(const Meetings& meetings, auto holds) {
  return std::ranges::count_if(meetings, [&](const Meeting* meeting) { return holds(*meeting); });
}
double per_hundred(std::int64_t count, const Meetings& meetings) {
  return meetings.empty() ? 0
                          : 100 * static_cast<double>(count) / static_cast<double>(meetings.size());
}

void print_gaps(const Meetings& meetings, const std::vector<std::string>& methods) {
  fmt::print("{:<24} {:>12} {:>12} {:>8} {:>8} {:>10}\n", "method", "mean gap %", "worst gap %",
             "below", "per 100", "longest s");
  for (std::size_t m = 0; m < methods.size(); ++m) {
    double worst = 0;
    double longest = 0;
    for (const Meeting* meeting : meetings) {
      worst = std::max(worst, meeting->gap(m));
      longest = std::max(longest, meeting->runs[m]->seconds);
    }
    const std::int64_t below =
        count_of(meetings, [&](const Meeting& meeting) { return meeting.gap(m) > tolerance; });
    fmt::print("{:<24} {:>12.5f} {:>12.5f} {:>8} {:>8.1f} {:>10.3f}\n", methods[m],
               100 * mean_of(meetings, [&](const Meeting& meeting) { return meeting.gap(m); }),
               100 * worst, below, per_hundred(below, meetings), longest);
  }
}

void print_first(const Meetings& meetings, const std::vector<std::string>& methods) {
  if (methods.size() < 2) return;
  fmt::print("\n{:<24} {:>8} {:>8} {:>8} {:>8} {:>18}\n", methods[0] + " against", "below",
             "per 100", "equal", "above", "mean difference %");
  for (std::size_t m = 1; m < methods.size(); ++m) {
    const std::int64_t below = count_of(
        meetings, [&](const Meeting& meeting) { return meeting.lead_over(m) < -tolerance; });
    const std::int64_t above = count_of(
        meetings, [&](const Meeting& meeting) { return meeting.lead_over(m) > tolerance; });
    fmt::print(
        "{:<24} {:>8} {:>8.1f} {:>8} {:>8} {:>+18.5f}\n", methods[m], below,
        per_hundred(below, meetings), static_cast<std::int64_t>(meetings.size()) - below - above,
        above,
        100 * mean_of(meetings, [&](const Meeting& meeting) { return meeting.lead_over(m); }));
  }
  const std::int64_t below_any =
      count_of(meetings, [](const Meeting& meeting) { return meeting.below_any(); });
  fmt::print("{:<24} {:>8} {:>8.1f}\n", "any of them", below_any, per_hundred(below_any, meetings));
}

// Mean gaps of all methods, by a part of the instances: their kind, their size.
template <class PartOf>
void print_parts(const Meetings& meetings, const std::vector<std::string>& methods,
                 std::string_view heading, PartOf part_of) {
  std::map<decltype(part_of(*meetings.front()->runs[0])), Meetings> parts;
  for (const Meeting* meeting : meetings) parts[part_of(*meeting->runs[0])].push_back(meeting);
  fmt::print("\n{:<26} {:>6} {:>6}", heading, "runs", "below");
  for (const std::string& method : methods) fmt::print(" {:>{}}", method, column_width(method));
  fmt::print("\n");
  for (const auto& [part, members] : parts) {
    fmt::print("{:<26} {:>6} {:>6}", part, members.size(),
               count_of(members, [](const Meeting& meeting) { return meeting.below_any(); }));
    for (std::size_t m = 0; m < methods.size(); ++m)
      fmt::print(" {:>{}.4f}",
                 100 * mean_of(members, [&](const Meeting& meeting) { return meeting.gap(m); }),
                 column_width(methods[m]));
    fmt::print("\n");
  }
}

// Where the first method was below another one, the worst first.
void print_losses(Meetings meetings, const std::vector<std::string>& methods) {
  constexpr std::size_t most = 25;
  std::erase_if(meetings, [](const Meeting* meeting) { return !meeting->below_any(); });
  if (meetings.empty()) return;
  std::ranges::stable_sort(meetings, std::ranges::greater(),
                           [](const Meeting* meeting) { return meeting->gap(0); });
  fmt::print("\n{:<60} {:>14} {:>14} {:>10}  {}\n", fmt::format("{} below", methods[0]), "value",
             "best", "gap %", "best method");
  for (std::size_t k = 0; k < std::min(most, meetings.size()); ++k)
    fmt::print("{:<60} {:>14} {:>14} {:>10.5f}  {}\n", meetings[k]->runs[0]->instance,
               meetings[k]->runs[0]->value, meetings[k]->best, 100 * meetings[k]->gap(0),
               meetings[k]->best_run().method);
  if (meetings.size() > most) fmt::print("and {} more\n", meetings.size() - most);
}

void print_other_build(const Runs& runs, const std::vector<std::string>& methods,
                       const Runs& others) {
  std::map<decltype(std::declval<Run>().key()), Profit> their_values;
  for (const Run& other : others)
    if (!other.published()) their_values[other.key()] = other.value;
  fmt::print("\n{:<24} {:>8} {:>8} {:>8}\n", "against the other build", "better", "equal", "worse");
  for (const std::string& method : methods) {
    int better = 0;
    int equal = 0;
    int worse = 0;
    for (const Run& run : runs) {
      const auto other = their_values.find(run.key());
      if (run.method != method || other == their_values.end()) continue;
      better += run.value > other->second ? 1 : 0;
      equal += run.value == other->second ? 1 : 0;
      worse += run.value < other->second ? 1 : 0;
    }
    fmt::print("{:<24} {:>8} {:>8} {:>8}\n", method, better, equal, worse);
  }
}

}  // namespace

void print_values(const Runs& runs, const std::vector<std::string>& methods, const Runs& others) {
  const std::vector<Meeting> all = meetings_of(runs, methods, others);
  std::map<double, Meetings> by_limit;
  for (const Meeting& meeting : all) by_limit[meeting.runs[0]->limit].push_back(&meeting);
  for (const auto& [limit, meetings] : by_limit) {
    fmt::print(
        "\nvalue after {} s on {} instances; the gap is that to the best value seen, below means "
        "by "
        "more than {} %\n",
        limit, meetings.size(), 100 * tolerance);
    print_gaps(meetings, methods);
    print_first(meetings, methods);
    print_parts(meetings, methods, "mean gap % by kind", [](const Run& run) { return run.group; });
    print_parts(meetings, methods, "mean gap % by size", [](const Run& run) { return run.n; });
    print_losses(meetings, methods);
  }
  if (!others.empty()) print_other_build(runs, methods, others);
}

}  // namespace spinsack::quality
