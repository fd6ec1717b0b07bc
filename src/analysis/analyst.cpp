// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.hpp"
#include "analysis/collected.hpp"
#include "analysis/curves.hpp"
#include "analysis/fits.hpp"
#include "analysis/groups.hpp"
#include "analysis/pair_tests.hpp"
#include "analysis/points.hpp"
#include "analysis/time_curves.hpp"
#include "core/flat_set.hpp"
#include "core/json_reader.hpp"
#include "core/natural_order.hpp"
#include "core/sha256.hpp"
#include "core/stop.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace spinsack {
namespace {

// Records may come from anywhere; what no clock shows is brought into the range of clocks.
double clock_seconds(double seconds) { return std::clamp(seconds, 0.0, 1e9); }

std::int64_t ticks_of(double seconds) {
  return static_cast<std::int64_t>(std::llround(clock_seconds(seconds) * ticks_per_second));
}

StopReason stop_reason(std::string_view name) {
  for (const StopReason reason : {StopReason::time, StopReason::target, StopReason::interrupt})
    if (name == name_of(reason)) return reason;
  return StopReason::work;
}

// "Fixstars Amplify AE 0.7.4" from what a machine says of itself; empty for none.
std::string machine_title(const std::string& facts) {
  if (facts.empty()) return {};
  const auto from = [&](std::size_t offset) { return JsonReader("machine", facts, offset); };
  JsonReader::Members said = from(0).members("an object");
  for (const std::string_view inside : {"hello", "machine"})
    if (const auto inner = said.find(inside);
        inner != said.end() && from(inner->second).peek() == JsonReader::Kind::object)
      said = from(inner->second).members("an object");
  std::vector<std::string> parts;
  for (const std::string_view key : {"vendor", "model", "version"})
    if (const auto part = said.find(key);
        part != said.end() && from(part->second).peek() == JsonReader::Kind::text)
      parts.push_back(from(part->second).text("a text"));
  return fmt::format("{}", fmt::join(parts, " "));
}

// Tells cells apart as well as their names do, which are as many digits of a digest.
std::uint64_t cell_key(const std::string& set_name, const std::string& cell) {
  const auto digest = sha256_bytes(set_name + '\n' + cell);
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < sizeof key; ++i) key = key << 8 | digest[i];
  return key;
}

template <class T>
void add_once(std::vector<T>& list, const T& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

std::optional<double> strength_of(const CellRecord& record) {
  return record.lambda && *record.lambda > 0 ? record.lambda : std::nullopt;
}

// Order of the strengths of a series on an instance: by number, those without one last.
auto strength_order(const CollectedPoint& point) {
  return std::pair(point.lambda.value_or(std::numeric_limits<double>::infinity()), point.strength);
}

}  // namespace

StageSeconds StageTicks::per_run(std::int64_t runs) const {
  if (runs == 0) return {};
  const auto mean = [&](std::int64_t ticks) {
    return static_cast<double>(ticks) / ticks_per_second / static_cast<double>(runs);
  };
  return {.formulate = mean(formulate),
          .machine = mean(machine),
          .repair = mean(repair),
          .improve = mean(improve),
          .total = mean(total)};
}

struct Analyst::State {
  State(const AnalysisClock& wanted, NounsOf words) : clock(&wanted), nouns_of(std::move(words)) {}

  const AnalysisClock* clock;
  NounsOf nouns_of;
  Collected data;
  Origin origin;
  FlatSet seeds;
  FlatSet done;                                                 // keys of cells with a good record
  FlatSet failed;                                               // of cells with an error
  std::vector<std::pair<std::uint64_t, std::string>> failures;  // key of the cell, what failed
  // Of failed cells those with requests that had no answer, by their keys: record and set.
  std::map<std::uint64_t, std::pair<CellRecord, std::string>> unanswered;
  // By set, study, form and name.
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::size_t> series_of;
  std::map<std::pair<std::string, std::string>, std::size_t> instance_of;  // name and checksum
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::size_t> point_of;

  void note_origin(const CellRecord& record) {
    Environment here = record.environment;
    if (const std::string machine = machine_title(here.machine); !machine.empty())
      add_once(origin.machines, machine);
    here.machine.clear();  // which may be another in each record
    add_once(origin.environments, here);
    add_once(origin.studies, fmt::format("{} ({})", record.study, record.form));
    if (origin.first_started.empty() || record.started < origin.first_started)
      origin.first_started = record.started;
    origin.last_started = std::max(origin.last_started, record.started);
    seeds.insert(record.seed);
    ++origin.cells;
    origin.runs += static_cast<std::int64_t>(record.runs.size());
  }

  std::size_t find_instance(const InstanceRecord& instance) {
    const auto [place, fresh] =
        instance_of.try_emplace({instance.name, instance.sha256}, data.instances.size());
    if (fresh) data.instances.push_back(instance);
    // Records of different times may know different values.
    std::optional<Profit>& known = data.instances[place->second].best_known;
    if (instance.best_known)
      known = std::max(known.value_or(*instance.best_known), *instance.best_known);
    return place->second;
  }

  std::size_t find_series(const CellRecord& record, const std::string& set,
                          const std::string& name) {
    const auto [place, fresh] =
        series_of.try_emplace({set, record.study, record.form, name}, data.series.size());
    if (fresh) {
      Series series{.name = name,
                    .method = record.method,
                    .parameters = record.parameters,
                    .study = record.study,
                    .form = record.form,
                    .set = set};
      series.parameters.erase("lambda");
      data.series.push_back(std::move(series));
    }
    return place->second;
  }

  std::size_t find_point(const CellRecord& record, const std::string& set, const std::string& name,
                         std::size_t instance) {
    const auto typed = record.parameters.find("lambda");
    const std::string strength = typed == record.parameters.end() ? "" : typed->second;
    const std::size_t series = find_series(record, set, name);
    const auto [place, fresh] =
        point_of.try_emplace({series, instance, strength}, data.points.size());
    if (fresh) data.points.push_back({series, instance, strength, strength_of(record)});
    return place->second;
  }

  void add_run(const RunRecord& run, const VariantRecord& variant, CollectedPoint& point) {
    const RunSeconds took = run_seconds(run, variant, *clock);
    const StageTicks ticks{.formulate = ticks_of(took.formulate),
                           .machine = ticks_of(took.machine),
                           .repair = ticks_of(took.repair),
                           .improve = ticks_of(took.improve),
                           .total = ticks_of(took.total)};
    const double seconds = static_cast<double>(ticks.total) / ticks_per_second;
    const bool alone = run.variants.size() == 1;
    point.runs.emplace_back(variant.value, ticks.total,
                            alone || run.clock ? clock_seconds(took.to_best) : seconds,
                            variant.feasible, stop_reason(run.stopped_by));
    point.ticks += ticks;
    // Traces are kept by our own clock.
    const bool own_clock = !run.clock || clock->name == "total";
    if (alone && own_clock && !run.trace.empty()) point.trace.add(run.trace, seconds);
    Series& series = data.series[point.series];
    ++series.runs;
    series.unanswered += run.error.empty() ? 0 : 1;
    series.clocked += run.clock ? 1 : 0;
    series.without_clock += took.known ? 0 : 1;
  }

  void add_runs(const CellRecord& record, const std::string& set) {
    const std::size_t instance = find_instance(record.instance);
    std::vector<std::pair<std::string, std::size_t>> points;  // by variant
    for (const RunRecord& run : record.runs)
      for (const VariantRecord& variant : run.variants) {
        auto place =
            std::ranges::find(points, variant.name, &std::pair<std::string, std::size_t>::first);
        if (place == points.end())
          place = points.insert(points.end(),
                                {variant.name, find_point(record, set, variant.name, instance)});
        add_run(run, variant, data.points[place->second]);
      }
  }

  // Those of the one problem that there is.
  Nouns nouns() const {
    if (!nouns_of || data.instances.empty()) return {};
    const std::string& problem = data.instances.front().problem;
    const bool one = std::ranges::all_of(
        data.instances, [&](const InstanceRecord& other) { return other.problem == problem; });
    const Nouns* const known = one ? nouns_of(problem) : nullptr;
    return known != nullptr ? *known : Nouns{};
  }

  // Instances and points in their final order.
  void sort() {
    std::vector<std::size_t> order(data.instances.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      const InstanceRecord& x = data.instances[a];
      const InstanceRecord& y = data.instances[b];
      if (x.n != y.n) return x.n < y.n;
      if (x.name != y.name) return natural_less(x.name, y.name);
      return x.sha256 < y.sha256;
    });
    std::vector<std::size_t> rank(order.size());
    std::vector<InstanceRecord> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      rank[order[i]] = i;
      sorted.push_back(std::move(data.instances[order[i]]));
    }
    data.instances = std::move(sorted);
    for (auto& [key, index] : instance_of) index = rank[index];
    for (CollectedPoint& point : data.points) point.instance = rank[point.instance];
    std::ranges::sort(data.points, [](const CollectedPoint& a, const CollectedPoint& b) {
      return std::tuple(a.series, a.instance, strength_order(a)) <
             std::tuple(b.series, b.instance, strength_order(b));
    });
    point_of.clear();
    for (std::size_t p = 0; p < data.points.size(); ++p)
      point_of[{data.points[p].series, data.points[p].instance, data.points[p].strength}] = p;
  }
};

Analyst::Analyst(const AnalysisClock& clock, NounsOf nouns)
    : state_(std::make_unique<State>(clock, std::move(nouns))) {}
Analyst::~Analyst() = default;

void Analyst::add(const CellRecord& record, const std::string& set_name) {
  const std::uint64_t key = cell_key(set_name, record.cell);
  if (!record.error.empty()) {
    if (state_->failed.insert(key))
      state_->failures.emplace_back(
          key, fmt::format("{}: {}: {}", record.instance.name, record.label, record.error));
    if (record.runs.empty()) return;
    // Later attempts have the answers of earlier ones, and perhaps more.
    auto& kept = state_->unanswered.try_emplace(key, record, set_name).first->second;
    if (kept.first.runs.size() < record.runs.size()) kept.first = record;
    return;
  }
  if (!state_->done.insert(key)) return;
  state_->unanswered.erase(key);
  state_->note_origin(record);
  state_->add_runs(record, set_name);
}

Analysis Analyst::finish() {
  for (const auto& [key, failed] : state_->unanswered) {
    if (state_->done.contains(key)) continue;
    state_->origin.runs += static_cast<std::int64_t>(failed.first.runs.size());
    state_->add_runs(failed.first, failed.second);
  }
  state_->unanswered.clear();
  state_->sort();
  const Collected& data = state_->data;
  Analysis analysis;
  analysis.clock = state_->clock;
  analysis.nouns = state_->nouns();
  analysis.origin = state_->origin;
  state_->seeds.for_each([&](std::uint64_t seed) { analysis.origin.seeds.push_back(seed); });
  std::ranges::sort(analysis.origin.seeds);
  for (const auto& [key, what] : state_->failures)
    if (!state_->done.contains(key)) analysis.origin.failures.push_back(what);
  analysis.series = data.series;
  analysis.instances = data.instances;
  for (const CollectedPoint& point : data.points)
    analysis.points.push_back(point_result(point, data.instances[point.instance]));
  analysis.chosen = choose_points(data);
  analysis.groups = group_results(analysis, data);
  analysis.totals = total_results(analysis, data);
  analysis.curves = strength_curves(analysis);
  analysis.tests = pair_tests(analysis);
  analysis.profiles = profile_curves(analysis);
  analysis.targets = target_curves(analysis);
  analysis.power_laws = stage_power_laws(analysis);
  analysis.regressions = penalty_regressions(analysis);
  analysis.traces = trace_curves(analysis, data);
  return analysis;
}

bool has_clocks(const Analysis& analysis) {
  return analysis.clock != analysis_clocks().data() ||
         std::ranges::any_of(analysis.series,
                             [](const Series& series) { return series.clocked > 0; });
}

std::string series_title(const Analysis& analysis, std::size_t series) {
  const Series& wanted = analysis.series[series];
  bool sets = false;  // whether it takes the set, the study or its form to tell it from others
  bool studies = false;
  bool forms = false;
  for (const Series& other : analysis.series) {
    if (other.name != wanted.name) continue;
    const bool same_set = other.set == wanted.set;
    sets = sets || !same_set;
    studies = studies || (same_set && other.study != wanted.study);
    forms = forms || (same_set && other.study == wanted.study && other.form != wanted.form);
  }
  std::vector<std::string_view> marks;
  if (sets) marks.emplace_back(wanted.set);
  if (studies) marks.emplace_back(wanted.study);
  if (forms) marks.emplace_back(wanted.form);
  if (marks.empty()) return wanted.name;
  return fmt::format("{} [{}]", wanted.name, fmt::join(marks, ", "));
}

}  // namespace spinsack
