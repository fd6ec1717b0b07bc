// SPDX-License-Identifier: Apache-2.0
// From the records of a study to the numbers that tables and figures show. Everything is plain data, in a
// fixed order, and whatever is undefined is absent rather than a number: a gap without a best known value, a
// mean without a feasible run.
#pragma once

#include "analysis/run_seconds.hpp"
#include "core/nouns.hpp"
#include "core/types.hpp"
#include "record/record.hpp"
#include "record/recorded_facts.hpp"
#include "statistics/interval.hpp"
#include "statistics/time_to_solution.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

// Results that belong together: a variant of post-processing, or a method, under one name.
struct Series {
  std::string name;
  std::string method;
  ParameterValues parameters;  // without lambda
  std::string study;           // of which plan
  std::string form;            // of the plan: full or quick
  std::string set;             // the name given to its records; empty for a single set
  std::int64_t runs = 0;
  std::int64_t unanswered = 0;     // requests without an answer, which count as runs
  std::int64_t clocked = 0;        // runs of a real machine
  std::int64_t without_clock = 0;  // runs that lack the clock of the analysis
};

// Means per run. A run that feeds several variants is charged in full to each of them, without the
// post-processing of the others.
struct StageSeconds {
  double formulate = 0;
  double machine = 0;
  double repair = 0;
  double improve = 0;
  double total = 0;
};

// One series on one instance at one penalty strength.
struct PointResult {
  std::size_t series = 0;  // indices into Analysis
  std::size_t instance = 0;
  std::string strength;  // the parameter as written: "2^-3", "scale:4"; empty without one
  std::optional<double> lambda = {};  // the same as a number
  std::int64_t runs = 0;
  std::int64_t feasible = 0;
  std::int64_t hits = 0;            // feasible and at or above the best known value
  std::optional<Profit> best = {};  // of the feasible
  std::optional<double> mean = {};  // of the feasible
  std::optional<double> gap = {};   // percent, of best to best known
  std::optional<double> mean_gap = {};
  std::optional<double> aggregated_gap = {};
  std::optional<double> success = {};  // hits / runs, where a best known value exists
  Interval success_interval = {0, 1};  // Clopper-Pearson, 95 %
  // 99 %, from success and mean run time; if runs end at the target, with restarts at the best length.
  std::optional<TimeToSolution> tts = {};
  StageSeconds seconds = {};  // means per run
  // Of runs on instances with a best known value: time to best of the hits, run time of the others, and of
  // those others that were cut short. Ascending.
  std::vector<double> hit_seconds;
  std::vector<double> miss_seconds;
  std::vector<double> cut_seconds;

  // What a hit costs with restarts: all seconds over hits. Nothing without hits.
  std::optional<double> seconds_per_hit() const;
};

// The same over a group of instances of equal n and group_fact(), at the strength chosen for each instance by the
// paper's rule (best value, success rate, mean value, smaller strength). An instance without any feasible run
// counts with all its runs: 0 in the shares, nothing in the gaps.
struct GroupResult {
  std::size_t series = 0;
  Index n = 0;                 // 0: all instances
  double fact = 0;             // the number of group_fact(): density in percent, or parts of a cut
  std::int64_t instances = 0;  // with at least one run
  std::int64_t with_best_known = 0;
  std::int64_t solved = 0;  // best known value reached
  std::int64_t without_feasible = 0;
  std::int64_t runs = 0;
  std::optional<double> mean_gap =
      {};  // percent, over instances with a feasible run and a best known value
  std::optional<double> worst_gap = {};
  std::optional<double> mean_success = {};
  std::optional<double> feasible_share = {};
  std::optional<double> mean_time_to_best = {};  // over hits
  StageSeconds seconds = {};
  double swept_seconds = 0;  // mean over instances of all runs together, at every strength
};
// Over all instances of one n at one strength: a point of the paper's curves against lambda. Series with a
// single strength have none, and neither has a strength that is another number for each instance, unless it is
// a scale.
struct CurvePoint {
  std::size_t series = 0;
  Index n = 0;
  std::string strength;
  double x = 0;  // lambda, or a of scale:a
  std::int64_t instances = 0;
  std::int64_t with_feasible = 0;  // instances that have a feasible run here
  std::int64_t runs = 0;
  double feasible_share = 0;
  std::optional<double> mean_gap = {};  // percent, of the best per instance, over those with one
};

// Paired by instance: values of `series` against those of `other`, at their chosen strengths.
struct PairTest {
  std::size_t series = 0;
  std::size_t other = 0;
  // A side without a feasible run counts with the answer that is always there, whose value is 0, or, where there is none,
  // with one that is worse than the other's by all of its value.
  std::int64_t wins = 0;
  std::int64_t ties = 0;
  std::int64_t losses = 0;
  double w_plus = 0;
  std::optional<double> p = {};       // one-sided: series is better; absent if all are ties
  std::optional<double> p_holm = {};  // corrected over the tests of this series
  // The same on differences in percent of the best known value, or of the larger one without.
  std::optional<double> p_relative = {};
  std::optional<double> median_difference =
      {};  // Hodges-Lehmann, of values as users read them; above 0 if better
  // Mean seconds per hit of other over that of series, on the instances that both hit.
  std::optional<double> time_ratio = {};
  std::optional<Interval> time_ratio_interval = {};  // bootstrap over two instances or more, 95 %
};

// Dolan-More: share of instances whose seconds per hit are within factor tau of the fastest. Over the instances
// with a best known value that all series ran on.
struct ProfileCurve {
  std::size_t series = 0;
  std::vector<std::pair<double, double>> points;  // tau, share; a staircase
};

// Kaplan-Meier: share of runs, at chosen strengths, that reached the best known value by then. A run that was
// cut short counts until then; one that came to its own end without the value never reaches it. Thinned to
// steps of a thousandth.
struct TargetCurve {
  std::size_t series = 0;
  std::int64_t runs = 0;
  std::int64_t censored = 0;                      // cut short
  std::int64_t missed = 0;                        // came to their own end
  std::vector<std::pair<double, double>> points;  // seconds, share
};

struct StagePowerLaw {  // stage seconds ~ c n^exponent, over the chosen points
  std::size_t series = 0;
  std::string stage;  // formulate, machine, repair, improve, total
  double exponent = 0;
  double standard_error = 0;
  double constant = 0;
};

// lambda = A n^cn d^cd alpha^ca over the chosen strengths of a series that had a choice. Instances that the
// greedy method solves are left out, as in the paper, if its results are among the records.
struct PenaltyRegression {
  std::size_t series = 0;
  std::int64_t instances = 0;
  struct Coefficient {
    double value = 0;
    double standard_error = 0;
    std::optional<Interval> bootstrap = {};
  };
  Coefficient a, n, density, tightness;  // a is A itself, its error that of log A
  std::optional<double> r_squared = {};  // absent if all strengths are equal
};

// Gap of the incumbent over time, mean over runs and instances at chosen strengths, of methods that keep traces.
// On a grid of twenty times per decade.
struct TraceCurve {
  std::size_t series = 0;
  std::vector<std::pair<double, double>> points;  // seconds, percent
};

struct Origin {  // of the records
  std::vector<Environment> environments;
  std::vector<std::string> studies;  // "name (form)"
  std::string first_started;
  std::string last_started;
  std::vector<std::uint64_t> seeds;
  std::int64_t cells = 0;
  std::int64_t runs = 0;
  std::vector<std::string> failures;  // cells with an error
  std::vector<std::string> machines;  // real ones, as they call themselves
};

struct Analysis {
  const AnalysisClock* clock = analysis_clocks().data();  // of all times
  Nouns nouns = {};  // of the problem, or where there are several those of any
  Origin origin;
  std::vector<Series> series;             // in the order of the records
  std::vector<InstanceRecord> instances;  // by n, then names in natural order
  std::vector<PointResult> points;        // by series, instance, strength
  std::vector<std::size_t> chosen;  // indices into points: one per series and instance that has one
  std::vector<GroupResult> groups;  // by series, then n and fact
  std::vector<GroupResult> totals;  // one per series
  std::vector<CurvePoint> curves;
  std::vector<PairTest> tests;  // every ordered pair with common instances
  std::vector<ProfileCurve> profiles;
  std::vector<TargetCurve> targets;
  std::vector<StagePowerLaw> power_laws;
  std::vector<PenaltyRegression> regressions;
  std::vector<TraceCurve> traces;
};

// Whether it takes words to say which clock is meant: some run has several, or another than the usual was asked for.
[[nodiscard]] bool has_clocks(const Analysis& analysis);

// "100_25": n and the fact that tables group by.
[[nodiscard]] std::string group_name(Index n, double fact);
[[nodiscard]] std::string group_name(const InstanceRecord& instance);
// What such names are made of: "n_d"; of several problems "n_d, n_parts".
[[nodiscard]] std::string group_heading(const Analysis& analysis);

// Unique: the name, with that of the set, the study or its form where several have it.
[[nodiscard]] std::string series_title(const Analysis& analysis, std::size_t series);

// Collects records one at a time, so that a million runs need not be in memory as records.
class Analyst {
 public:
  // The words of the problem that records name so; null for one that nobody knows.
  using NounsOf = std::function<const Nouns*(std::string_view problem)>;

  // Times are those of the clock, which outlives the analysis.
  explicit Analyst(const AnalysisClock& clock = analysis_clocks().front(), NounsOf nouns = {});
  ~Analyst();
  Analyst(const Analyst&) = delete;
  Analyst& operator=(const Analyst&) = delete;

  // set_name tells apart several sets of records ("old", "new"); empty for a single one. A cell that was
  // added to the set before is ignored, but a good record replaces one with an error. Requests without an
  // answer are runs that failed, also where their cell did.
  void add(const CellRecord& record, const std::string& set_name = "");
  [[nodiscard]] Analysis finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Everything under a path: the directory of a study, a directory of such directories, a record file (.jsonl)
// or a database made by `study merge`. remark is told of damaged lines. FileError, InputError.
void add_records(Analyst& analyst, const std::string& path, const std::string& set_name,
                 const std::function<void(const std::string&)>& remark);

}  // namespace spinsack
