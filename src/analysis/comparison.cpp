// SPDX-License-Identifier: Apache-2.0
#include "analysis/comparison.hpp"

#include "statistics/bootstrap.hpp"
#include "statistics/gap.hpp"
#include "statistics/holm.hpp"
#include "statistics/signed_rank.hpp"
#include "statistics/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace spinsack {
namespace {

struct Run {
  Profit value = 0;
  double seconds = 0;
  double time_to_best = 0;
};
using RunsByInstance = std::map<std::string, std::vector<Run>>;

struct AllRuns {
  std::map<std::string, RunsByInstance> runs;  // by method
  std::map<std::string, Profit> best;  // by instance: the best known value, or the best found
  std::map<std::string, bool> known;
  std::vector<std::string> failures;
  bool clocked = false;
  std::int64_t without_clock = 0;
};

AllRuns collect(std::span<const CellRecord> records, const AnalysisClock& clock) {
  AllRuns all;
  for (const CellRecord& record : records) {
    const std::string& instance = record.instance.name;
    if (!record.error.empty()) {
      all.failures.push_back(fmt::format("{} with {}: {}", instance, record.label, record.error));
      continue;
    }
    all.known[instance] = record.instance.best_known.has_value();
    // Without an answer of value 0 that is always there, the best found counts, however bad.
    const bool from_zero = record.instance.is_knapsack();
    Profit& best =
        all.best
            .try_emplace(instance, record.instance.best_known.value_or(
                                       from_zero ? 0 : std::numeric_limits<Profit>::min()))
            .first->second;
    for (const RunRecord& run : record.runs)
      for (const VariantRecord& variant : run.variants) {
        if (!variant.feasible) continue;
        best = std::max(best, variant.value);
        const RunSeconds took = run_seconds(run, variant, clock);
        all.clocked = all.clocked || run.clock.has_value();
        all.without_clock += took.known ? 0 : 1;
        all.runs[variant.name][instance].push_back({variant.value, took.total, took.to_best});
      }
  }
  return all;
}

// Seconds until a run had the best value. A miss counts with all the time it was given, even if it gave up before:
// otherwise the first to give up would be the fastest.
double seconds_of(const Run& run, Profit best, double time_limit) {
  return run.value >= best ? run.time_to_best : std::max(run.seconds, time_limit);
}

ComparedMethod describe(const std::string& name, const RunsByInstance& runs, const AllRuns& all,
                        double time_limit) {
  ComparedMethod method;
  method.name = name;
  std::vector<double> gaps;
  std::vector<double> hits;
  std::vector<double> seconds;
  for (const auto& [instance, results] : runs) {
    const Profit best = all.best.at(instance);
    bool solved = false;
    for (const Run& run : results) {
      gaps.push_back(gap_percent(best, run.value).value_or(0));
      seconds.push_back(seconds_of(run, best, time_limit));
      if (run.value < best) continue;
      solved = true;
      hits.push_back(run.time_to_best);
    }
    ++method.instances;
    method.solved += solved ? 1 : 0;
  }
  method.runs = std::ssize(gaps);
  method.hits = std::ssize(hits);
  method.mean_gap = mean(gaps).value_or(0);
  method.worst_gap = gaps.empty() ? 0 : std::ranges::max(gaps);
  method.mean_hit_seconds = mean(hits);
  method.mean_seconds = mean(seconds).value_or(0);
  return method;
}

// Means over the seeds, instance by instance, of two methods.
struct Paired {
  std::vector<double> value_differences;  // first minus other
  std::vector<double> first_seconds;
  std::vector<double> other_seconds;
};

Paired pair_up(const RunsByInstance& first, const RunsByInstance& other, const AllRuns& all,
               double time_limit) {
  Paired paired;
  for (const auto& [instance, runs] : first) {
    const auto match = other.find(instance);
    if (match == other.end()) continue;
    const Profit best = all.best.at(instance);
    const auto mean_of = [](const std::vector<Run>& results, const auto& number) {
      double sum = 0;
      for (const Run& run : results) sum += number(run);
      return sum / static_cast<double>(results.size());
    };
    // Below the best, so that large values do not cost digits.
    const auto missing = [&](const Run& run) { return static_cast<double>(best - run.value); };
    const auto time = [&](const Run& run) { return seconds_of(run, best, time_limit); };
    paired.value_differences.push_back(mean_of(match->second, missing) - mean_of(runs, missing));
    paired.first_seconds.push_back(mean_of(runs, time));
    paired.other_seconds.push_back(mean_of(match->second, time));
  }
  return paired;
}

}  // namespace

Comparison compare_methods(std::span<const CellRecord> records, std::span<const std::string> order,
                           double time_limit, const AnalysisClock& clock) {
  AllRuns all = collect(records, clock);
  Comparison result;
  result.clocked = all.clocked;
  result.without_clock = all.without_clock;
  result.instances = std::ssize(all.best);
  for (const auto& [instance, known] : all.known) result.without_best_known += known ? 0 : 1;
  std::vector<double> p_values;
  std::vector<std::size_t> tested;
  for (const std::string& name : order) {
    if (!all.runs.contains(name)) continue;
    ComparedMethod method = describe(name, all.runs[name], all, time_limit);
    if (!result.methods.empty()) {
      const Paired paired =
          pair_up(all.runs[result.methods.front().name], all.runs[name], all, time_limit);
      const SignedRank test = signed_rank(paired.value_differences);
      method.wins = test.wins;
      method.ties = test.ties;
      method.losses = test.losses;
      method.p = test.p;
      if (test.p) {
        p_values.push_back(*test.p);
        tested.push_back(result.methods.size());
      }
      if (const auto ratio = bootstrap_mean_ratio(paired.other_seconds, paired.first_seconds)) {
        method.time_ratio = ratio->estimate;
        method.time_ratio_interval = ratio->interval;
      }
    }
    result.methods.push_back(std::move(method));
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) result.methods[tested[i]].p_holm = adjusted[i];
  result.failures = std::move(all.failures);
  return result;
}

}  // namespace spinsack
