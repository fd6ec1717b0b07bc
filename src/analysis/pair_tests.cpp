// SPDX-License-Identifier: Apache-2.0
#include "analysis/pair_tests.hpp"

#include "record/recorded_facts.hpp"
#include "statistics/bootstrap.hpp"
#include "statistics/holm.hpp"
#include "statistics/signed_rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace spinsack {
namespace {

// The chosen point of a series by instance; without a feasible run, one of those that are not.
using ByInstance = std::map<std::size_t, const PointResult*>;

constexpr Profit lowest = std::numeric_limits<Profit>::min();

double difference(Profit a, Profit b) { return static_cast<double>(Wide{a} - Wide{b}); }

// In percent of the best known value; without one, of the larger value.
double relative_difference(const InstanceRecord& instance, Profit a, Profit b) {
  if (a == b) return 0;
  double scale = std::max(std::fabs(static_cast<double>(a)), std::fabs(static_cast<double>(b)));
  if (instance.best_known && *instance.best_known > 0)
    scale = static_cast<double>(*instance.best_known);
  return 100 * difference(a, b) / scale;
}

// What a side without a feasible run counts with: the answer that is always there, of value 0, or one that is worse than
// the other's by all of its value.
Profit without_answer(const Analysis& analysis, Profit other) {
  if (other > 0 || !analysis.nouns.trivial.empty()) return 0;
  return other == 0 ? -1 : 2 * std::max(other, lowest / 2);
}

struct PairedValues {
  std::vector<double> differences;
  std::vector<double> relative;
  std::vector<double> seconds;  // per hit, where both hit
  std::vector<double> other_seconds;
};

PairedValues paired(const Analysis& analysis, const ByInstance& series, const ByInstance& others) {
  PairedValues values;
  for (const auto& [instance, a] : series) {
    const auto place = others.find(instance);
    if (place == others.end()) continue;
    const PointResult* const b = place->second;
    if (!a->best && !b->best) continue;
    const Profit ours = a->best ? *a->best : without_answer(analysis, *b->best);
    const Profit theirs = b->best ? *b->best : without_answer(analysis, *a->best);
    const double unit = std::pow(10.0, value_form(analysis.instances[instance]).digits);
    values.differences.push_back(difference(ours, theirs) / unit);
    values.relative.push_back(relative_difference(analysis.instances[instance], ours, theirs));
    const auto a_seconds = a->seconds_per_hit();
    const auto b_seconds = b->seconds_per_hit();
    if (!a_seconds || !b_seconds) continue;
    values.seconds.push_back(*a_seconds);
    values.other_seconds.push_back(*b_seconds);
  }
  return values;
}

PairTest test(std::size_t series, std::size_t other, const PairedValues& values) {
  const SignedRank ranks = signed_rank(values.differences);
  PairTest result{.series = series,
                  .other = other,
                  .wins = ranks.wins,
                  .ties = ranks.ties,
                  .losses = ranks.losses,
                  .w_plus = ranks.w_plus,
                  .p = ranks.p,
                  .p_relative = signed_rank(values.relative).p,
                  .median_difference = ranks.estimate};
  if (const auto ratio = bootstrap_mean_ratio(values.other_seconds, values.seconds)) {
    result.time_ratio = ratio->estimate;
    if (values.seconds.size() > 1) result.time_ratio_interval = ratio->interval;
  }
  return result;
}

// Over the tests from first on, which are those of one series.
void correct(std::vector<PairTest>& tests, std::size_t first) {
  std::vector<double> p;
  for (std::size_t t = first; t < tests.size(); ++t)
    if (tests[t].p) p.push_back(*tests[t].p);
  const std::vector<double> adjusted = holm_adjusted(p);
  std::size_t next = 0;
  for (std::size_t t = first; t < tests.size(); ++t)
    if (tests[t].p) tests[t].p_holm = adjusted[next++];
}

}  // namespace

std::vector<PairTest> pair_tests(const Analysis& analysis) {
  std::vector<ByInstance> chosen(analysis.series.size());
  for (const PointResult& point : analysis.points)
    if (!point.best) chosen[point.series][point.instance] = &point;
  for (const std::size_t c : analysis.chosen)
    chosen[analysis.points[c].series][analysis.points[c].instance] = &analysis.points[c];
  std::vector<PairTest> tests;
  for (std::size_t series = 0; series < chosen.size(); ++series) {
    const std::size_t first = tests.size();
    for (std::size_t other = 0; other < chosen.size(); ++other) {
      if (other == series) continue;
      const PairedValues values = paired(analysis, chosen[series], chosen[other]);
      if (!values.differences.empty()) tests.push_back(test(series, other, values));
    }
    correct(tests, first);
  }
  return tests;
}

}  // namespace spinsack
