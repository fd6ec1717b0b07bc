// SPDX-License-Identifier: Apache-2.0
#include "published.hpp"

#include "instance/published.hpp"
#include "statistics/summary.hpp"
#include "statistics/time_to_solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace spinsack::quality {
namespace {

std::string milliseconds(std::optional<double> seconds) {
  return seconds && std::isfinite(*seconds) ? fmt::format("{:.2f}", 1e3 * *seconds) : "-";
}

std::string restart_time(const std::vector<double>& times) {
  const auto best = best_run_length(times);
  if (!best) return "-";
  const TimeToSolution& tts = best->time;
  return fmt::format("{} ({}..{})", milliseconds(tts.value), milliseconds(tts.low),
                     milliseconds(tts.high));
}

// Runs of each group and method, in order of appearance.
std::vector<std::pair<std::string, Runs>> grouped(const Runs& runs) {
  std::vector<std::pair<std::string, Runs>> groups;
  for (const Run& run : runs) {
    const std::string name = run.group + " " + run.method;
    auto known = std::ranges::find(groups, name, &std::pair<std::string, Runs>::first);
    if (known == groups.end()) known = groups.insert(groups.end(), {name, {}});
    known->second.push_back(run);
  }
  return groups;
}

// "40 1.02, 40 0.97": hits and their mean for each seed.
std::string by_seed(const Runs& runs) {
  std::map<std::uint64_t, std::vector<double>> hits;
  for (const Run& run : runs) {
    auto& times = hits[run.seed];
    if (std::isfinite(run.seconds_to_target())) times.push_back(run.seconds_to_target());
  }
  std::string text;
  for (const auto& [seed, times] : hits)
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", times.size(), milliseconds(mean(times)));
  return text;
}

}  // namespace

void run_published(const std::vector<MethodChoice>& methods, std::uint64_t seeds, const Runs& done,
                   const std::function<void(const Run&)>& keep) {
  std::set<decltype(std::declval<Run>().key())> known;
  for (const Run& run : done) known.insert(run.key());
  for (const PublishedInstance& published : published_instances()) {
    const QkpInstance instance = build_published(published);
    const std::string group = fmt::format("{}:{}_*", published.suite, published.n);
    const double limit = published.n < 1000 ? 0.1 : published.n < 2000 ? 0.4 : 1.0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
      for (const MethodChoice& method : methods) {
        if (known.contains({instance.name(), seed, limit, method.label})) continue;
        const auto run = run_once(method, instance, group,
                                  {.seed = seed, .seconds = limit, .target = published.best_known});
        if (!run) return;
        keep(*run);
      }
  }
}

void print_times(const Runs& runs, const Runs& others) {
  std::map<decltype(std::declval<Run>().key()), double> other_times;
  for (const Run& other : others)
    if (other.published()) other_times[other.key()] = other.seconds_to_target();
  fmt::print(
      "time to the best known value in ms, one thread\n{:<24} {:>11} {:>8} {:>8} {:>8} {:>8} "
      "{:>22}  {}{}\n",
      "group and method", "reached", "mean", "median", "95 %", "most", "TTS(0.99), interval",
      "reached, mean by seed", others.empty() ? "" : "   mean, other build / this one");
  for (const auto& [name, members] : grouped(runs)) {
    std::vector<double> times;
    std::vector<double> hits;
    std::vector<double> ours;
    std::vector<double> theirs;
    for (const Run& run : members) {
      const double seconds = run.seconds_to_target();
      times.push_back(seconds);
      if (std::isfinite(seconds)) hits.push_back(seconds);
      const auto other = other_times.find(run.key());
      if (other == other_times.end() || !std::isfinite(seconds + other->second)) continue;
      ours.push_back(seconds);
      theirs.push_back(other->second);
    }
    fmt::print("{:<24} {:>5}/{:<5} {:>8} {:>8} {:>8} {:>8} {:>22}  {}{}\n", name, hits.size(),
               times.size(), milliseconds(mean(hits)), milliseconds(quantile(times, 0.5)),
               milliseconds(quantile(times, 0.95)), milliseconds(std::ranges::max(times)),
               restart_time(times), by_seed(members),
               ours.empty() ? "" : fmt::format("   {:.2f}", *mean(theirs) / *mean(ours)));
  }
}

}  // namespace spinsack::quality
