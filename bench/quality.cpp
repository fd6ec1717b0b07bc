// SPDX-License-Identifier: Apache-2.0
// How good a method is, in two parts.
//
// 1. Time to the best known value of the published instances, one thread, greedy start included, per group:
//    share of runs that reach it, mean and 95 % quantile of the time, and the time to reach it with
//    probability 0.99 by restarts of the best length, with the interval that the success rate leaves
//    (Clopper and Pearson).
// 2. The published instances no longer separate good methods. On generated ones of harder kinds (sparse,
//    clustered, correlated, large weights; n = 1000 and 5000) the value after a fixed time counts, shown
//    against the best value that any run of this command or of the file it is compared with has seen.
//
//   spinsack_quality [--methods a,b] [--seeds N] [--save FILE] [--against FILE] [--part 1|2]
//
// --save keeps every run as a line; --against FILE, made by another build, adds the ratio of mean times and
// the difference of values, run by run, so that two builds can be compared.
#include "core/file.hpp"
#include "instance/evaluate.hpp"
#include "instance/generator.hpp"
#include "instance/published.hpp"
#include "solver/method.hpp"
#include "statistics/gap.hpp"
#include "statistics/summary.hpp"
#include "statistics/time_to_solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace spinsack {
namespace {

struct Run {
  std::string method;
  std::string group;
  std::string instance;
  std::uint64_t seed = 0;
  Profit value = 0;
  double seconds = std::numeric_limits<double>::infinity();  // to the target; infinite if missed

  // What makes runs of two builds comparable.
  auto key() const { return std::tuple(method, instance, seed); }
};

using Runs = std::vector<Run>;

void save(const Runs& runs, const std::string& path) {
  write_file(path, [&](TextWriter& out) {
    for (const Run& r : runs)
      out.text(fmt::format("{} {} {} {} {} {}\n", r.method, r.group, r.instance, r.seed, r.value,
                           r.seconds));
  });
}

Runs load(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Runs runs;
  std::string seconds;  // "inf" is no number to operator>>
  for (Run r; file >> r.method >> r.group >> r.instance >> r.seed >> r.value >> seconds;) {
    r.seconds = std::strtod(seconds.c_str(), nullptr);
    runs.push_back(r);
  }
  return runs;
}

// --- text -------------------------------------------------------------------------------------------

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

// --- runs -------------------------------------------------------------------------------------------

struct Options {
  std::vector<std::string> methods{"auto"};
  std::uint64_t seeds = 5;
  std::string save;
  std::string against;
  int part = 0;  // both
};

Run run_once(const std::string& method, const QkpInstance& instance, std::string group,
             std::uint64_t seed, double limit, std::optional<Profit> target) {
  const SolveOutcome outcome = find_method(method).solve(
      instance, {}, {.seed = seed, .time_limit = limit, .target = target});
  const Evaluation e = evaluate(instance, outcome.bits);
  if (!e.feasible || e.profit != outcome.value) throw std::logic_error("wrong value reported");
  Run run{method, std::move(group), instance.name(), seed, outcome.value};
  if (target && outcome.value >= *target) run.seconds = outcome.time_to_best;
  return run;
}

// Interleaved: every method and seed meets an instance before the next one comes.
Runs published_runs(const Options& options) {
  Runs runs;
  for (const PublishedInstance& published : published_instances()) {
    const QkpInstance instance = build_published(published);
    const double limit = published.n < 1000 ? 0.1 : published.n < 2000 ? 0.4 : 1.0;
    for (std::uint64_t seed = 1; seed <= options.seeds; ++seed)
      for (const std::string& method : options.methods)
        runs.push_back(run_once(method, instance,
                                fmt::format("{}:{}_*", published.suite, published.n), seed, limit,
                                published.best_known));
  }
  return runs;
}

struct HardKind {
  std::string group;
  std::string family;
  ParameterValues parameters;
  double seconds;
};

std::vector<HardKind> hard_kinds() {
  return {{"sparse_1000", "sparse", {{"n", "1000"}}, 0.5},
          {"teams_1000", "teams", {{"n", "1000"}, {"tightness", "0.1"}}, 0.5},
          {"correlated_1000", "correlated", {{"n", "1000"}}, 0.5},
          {"large-weights_1000", "gallo", {{"n", "1000"}, {"weight-max", "100000"}}, 0.5},
          {"sparse_5000", "sparse", {{"n", "5000"}}, 2},
          {"teams_5000", "teams", {{"n", "5000"}, {"tightness", "0.1"}}, 2},
          {"gallo_5000", "gallo", {{"n", "5000"}, {"density", "25"}}, 2}};
}

Runs hard_runs(const Options& options) {
  constexpr int instances = 3;
  Runs runs;
  for (const HardKind& kind : hard_kinds())
    for (int i = 1; i <= instances; ++i) {
      ParameterValues parameters = kind.parameters;
      parameters["seed"] = std::to_string(i);
      const QkpInstance instance = generate(kind.family, parameters);
      for (std::uint64_t seed = 1; seed <= std::min<std::uint64_t>(options.seeds, 3); ++seed)
        for (const std::string& method : options.methods)
          runs.push_back(run_once(method, instance, kind.group, seed, kind.seconds, {}));
    }
  return runs;
}

// --- tables -----------------------------------------------------------------------------------------

// Runs of each group and method, groups in order of appearance.
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

const Run* counterpart(const Runs& others, const Run& run) {
  for (const Run& other : others)
    if (other.key() == run.key()) return &other;
  return nullptr;
}

// "40 1.02, 40 0.97": hits and their mean for each seed.
std::string by_seed(const Runs& runs) {
  std::map<std::uint64_t, std::vector<double>> hits;
  for (const Run& run : runs) {
    auto& times = hits[run.seed];
    if (std::isfinite(run.seconds)) times.push_back(run.seconds);
  }
  std::string text;
  for (const auto& [seed, times] : hits)
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", times.size(), milliseconds(mean(times)));
  return text;
}

void print_times(const Runs& runs, const Runs& others) {
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
      times.push_back(run.seconds);
      if (std::isfinite(run.seconds)) hits.push_back(run.seconds);
      const Run* const other = counterpart(others, run);
      if (other == nullptr || !std::isfinite(run.seconds + other->seconds)) continue;
      ours.push_back(run.seconds);
      theirs.push_back(other->seconds);
    }
    fmt::print("{:<24} {:>5}/{:<5} {:>8} {:>8} {:>8} {:>8} {:>22}  {}{}\n", name, hits.size(),
               times.size(), milliseconds(mean(hits)), milliseconds(quantile(times, 0.5)),
               milliseconds(quantile(times, 0.95)), milliseconds(std::ranges::max(times)),
               restart_time(times), by_seed(members),
               ours.empty() ? "" : fmt::format("   {:.2f}", *mean(theirs) / *mean(ours)));
  }
}

void print_values(const Runs& runs, const Runs& others) {
  std::map<std::string, Profit> best;
  for (const Runs* set : {&runs, &others})
    for (const Run& run : *set) best[run.instance] = std::max(best[run.instance], run.value);
  fmt::print(
      "\nvalue after a fixed time, gap to the best seen in %\n{:<28} {:>6} {:>10} {:>10}{}\n",
      "group and method", "best", "mean", "worst",
      others.empty() ? "" : "   better/equal/worse than the other build");
  for (const auto& [name, members] : grouped(runs)) {
    std::vector<double> gaps;
    int reached = 0;
    int better = 0;
    int equal = 0;
    int worse = 0;
    for (const Run& run : members) {
      gaps.push_back(gap_percent(best[run.instance], run.value).value_or(0));
      reached += run.value == best[run.instance] ? 1 : 0;
      if (const Run* const other = counterpart(others, run)) {
        better += run.value > other->value ? 1 : 0;
        equal += run.value == other->value ? 1 : 0;
        worse += run.value < other->value ? 1 : 0;
      }
    }
    fmt::print("{:<28} {:>3}/{:<2} {:>10.5f} {:>10.5f}{}\n", name, reached, members.size(),
               *mean(gaps), std::ranges::max(gaps),
               others.empty() ? "" : fmt::format("   {}/{}/{}", better, equal, worse));
  }
}

Options parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string flag = arguments[i];
    if (i + 1 == count) throw std::runtime_error("a value is missing behind " + flag);
    const std::string value = arguments[++i];
    if (flag == "--methods") {
      options.methods.clear();
      std::stringstream list(value);
      for (std::string name; std::getline(list, name, ',');)
        options.methods.emplace_back(find_method(name).name);
    } else if (flag == "--seeds") {
      options.seeds = std::stoull(value);
    } else if (flag == "--save") {
      options.save = value;
    } else if (flag == "--against") {
      options.against = value;
    } else if (flag == "--part") {
      options.part = std::stoi(value);
    } else {
      throw std::runtime_error("unknown flag " + flag);
    }
  }
  return options;
}

int run(int count, char** arguments) {
  const Options options = parse(count, arguments);
  const Runs others = options.against.empty() ? Runs{} : load(options.against);
  Runs all;
  if (options.part != 2) {
    const Runs runs = published_runs(options);
    print_times(runs, others);
    all.insert(all.end(), runs.begin(), runs.end());
  }
  if (options.part != 1) {
    const Runs runs = hard_runs(options);
    print_values(runs, others);
    all.insert(all.end(), runs.begin(), runs.end());
  }
  if (!options.save.empty()) save(all, options.save);
  return 0;
}

}  // namespace
}  // namespace spinsack

int main(int count, char** arguments) {
  try {
    return spinsack::run(count, arguments);
  } catch (const std::exception& error) {
    std::cerr << "spinsack_quality: " << error.what() << '\n';
    return 1;
  }
}
