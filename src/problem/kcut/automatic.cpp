// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/automatic.hpp"

#include "core/rng.hpp"
#include "problem/kcut/anneal.hpp"
#include "problem/kcut/cut.hpp"
#include "problem/kcut/descent.hpp"
#include "problem/kcut/exact.hpp"
#include "problem/kcut/lane_population.hpp"
#include "problem/kcut/max_cut_sampling.hpp"
#include "problem/kcut/part_crossing.hpp"
#include "problem/kcut/potts.hpp"
#include "problem/kcut/potts_kernel.hpp"
#include "problem/kcut/tabu.hpp"
#include "solver/searches.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

namespace spinsack::kcut {
namespace {

constexpr std::int64_t batch =
    4;  // anneals; with a time limit, warm ones are as many as there are threads
constexpr std::int64_t patience = 12;  // warm anneals that bring nothing
// Parts of the time of an epoch for fresh anneals: of the first, of others, and where warm anneals bring nothing.
constexpr double first_share = 0.15;
constexpr double fresh_share = 0.35;
constexpr double lone_share = 0.9;
constexpr double sampler_share = 0.75;  // of two parts
constexpr double heat_share = 0.03;     // of all, to try each first temperature before the lanes
// Warm anneals begin at a share of the way from the last temperature to the first.
constexpr double least_warmth = 0.6;
constexpr double most_warmth = 0.95;
constexpr double sweeps_of_epoch = 400'000;  // more are worth less than another epoch
constexpr double most_epochs = 8;
constexpr double lane_sweeps_of_epoch = 200'000;  // likewise, of 64 labellings at once
// Fewer are better spent on one labelling, or on the samplers if there are two parts.
constexpr double least_lane_sweeps = 10'000;
constexpr double least_lane_sweeps_of_two = 3'000;
constexpr Index tiny = 12;             // vertices up to which all labellings are searched
constexpr std::size_t most_kept = 16;  // earlier results that are crossed with new ones

struct EpochPlan {
  std::int64_t fresh_batch = batch;
  std::int64_t fresh_sweeps = 0;
  std::optional<double> fresh_seconds = {};  // of one anneal
  std::int64_t warm_sweeps = 0;
  std::int64_t warm_batch = batch;
  std::int64_t warm_batches = 0;       // at most
  std::optional<double> ends_at = {};  // by the clock of the incumbent
};

class Evolution {
 public:
  Evolution(const Graph& graph, Incumbent& incumbent)
      : graph_(graph), incumbent_(incumbent), potts_(graph), crossing_(graph) {
    if (graph.parts() == 2 && fits_model(graph)) model_.emplace(max_cut_model(graph));
  }

  bool over() { return incumbent_.done(number_) || incumbent_.proven(); }

  void epoch(const EpochPlan& plan) {
    best_.clear();
    best_cut_ = 0;
    if (model_)
      sample(plan);
    else
      fresh_batch(plan);
    std::int64_t fruitless = 0;
    std::int64_t fruitful = 0;
    for (std::int64_t b = 0; b < plan.warm_batches && fruitless < patience && !over(); ++b) {
      if (plan.ends_at && incumbent_.stop().seconds() >= *plan.ends_at) break;
      const Value before = best_cut_;
      warm_batch(plan);
      if (b % 8 == 7) polish();
      if (best_cut_ > before) ++fruitful;
      fruitless = best_cut_ > before ? 0 : fruitless + plan.warm_batch;
    }
    warm_pays_ = fruitful > 1;
    cross_epochs();
  }

  // Of 64 labellings at once per thread, and as many of them as there is time for. False if there is too little.
  bool evolve_lanes() {
    constexpr double least_seconds_per_visit = 5e-9;  // of all 64
    const double least_sweeps = model_ ? least_lane_sweeps_of_two : least_lane_sweeps;
    double hottest = 0;
    for (std::int64_t i = 0; i < usual_heats; ++i) hottest = std::max(hottest, heat(i).start);
    if ((model_ && !lanes_suit_two_parts()) || !LaneGraph::fits(graph_, hottest) ||
        seconds_left() < least_sweeps * graph_.size() * least_seconds_per_visit)
      return false;
    const LaneGraph lane_graph(graph_);
    const double sweeps = seconds_left() / seconds_per_sweep(lane_graph);
    if (sweeps < least_sweeps) return false;
    choose_heat(lane_graph, heat_share * seconds_left());
    double epochs = std::clamp(std::floor(sweeps / lane_sweeps_of_epoch), 1.0, most_epochs);
    for (; !over(); epochs = std::max(1.0, epochs - 1))
      lane_epoch(lane_graph, seconds_left() / epochs);
    return true;
  }

  // Whether warm anneals brought something in the last epoch.
  bool warm_pays() const { return warm_pays_; }

  // Seconds of a sweep at a middling temperature. What the sweeps leave, cooled at once, is an answer for those who
  // have no time for more.
  double seconds_per_sweep() {
    constexpr int most_sweeps = 12;
    const double enough = 0.01 * incumbent_.request().time_limit.value_or(0);
    PottsState state(potts_, seed(), stream(number_));
    state.randomise();
    const double middle = heat(0).at_share(0.5);
    potts_sweep(state, middle);
    const Stopwatch clock;
    int sweeps = 0;
    do potts_sweep(state, middle);
    while (++sweeps < most_sweeps && clock.seconds() < enough);
    const double seconds = std::max(clock.seconds() / sweeps, 1e-9);
    potts_sweep(state, 0);
    incumbent_.offer(state.labels(), cut_value(graph_, state.labels()), number_++);
    return seconds;
  }

 private:
  HeatRange heat(std::int64_t i) const {
    return heat_range(potts_, usual_heat(graph_.parts(), i), usual_cold);
  }
  std::uint64_t seed() const { return incumbent_.request().seed; }
  static std::uint64_t stream(std::int64_t number) {
    return stream_of("kcut auto") + static_cast<std::uint64_t>(number);
  }

  // Measured on generated graphs, 5 to 10 s: planar of 7000 vertices 27014 against 26965 of the samplers, of 5000 19252
  // against 19224; equal or a little behind on smaller ones, and where a vertex has few neighbours. Dense graphs have
  // kernels of their own.
  bool lanes_suit_two_parts() const {
    constexpr Index fewest_vertices = 2500;
    constexpr std::int64_t fewest_neighbours = 6;  // on average
    constexpr std::int64_t most_neighbours = 32;
    const std::int64_t ends = 2 * graph_.edges();
    return graph_.size() >= fewest_vertices && ends > fewest_neighbours * graph_.size() &&
           ends < most_neighbours * graph_.size();
  }

  double seconds_left() { return incumbent_.stop().remaining().value_or(0); }
  double seconds_per_sweep(const LaneGraph& graph) const {
    constexpr int sweeps = 3;
    LaneLabels lanes(graph, seed(), stream(number_));
    lanes.randomise();
    const double middle = heat(0).at_share(0.5);
    lanes.sweep(middle);  // reads the graph for the first time
    const Stopwatch clock;
    for (int i = 0; i < sweeps; ++i) lanes.sweep(middle);
    return std::max(clock.seconds() / sweeps, 1e-9);
  }

  // That from which 64 short anneals end best on average; single ones differ by more than the temperatures do.
  void choose_heat(const LaneGraph& lane_graph, double seconds_of_each) {
    std::array<Value, usual_heats> sums{};
    const std::int64_t first = number_;
    run_batch(usual_heats, [&](std::int64_t number, StopCheck& watch, Work& work) {
      LaneLabels lanes(lane_graph, seed(), stream(number));
      lanes.randomise();
      anneal(lanes, heat(number - first), AnnealLength(0, seconds_of_each), watch, work);
      const auto cuts = lanes.cuts();
      sums[static_cast<std::size_t>(number - first)] = std::reduce(cuts.begin(), cuts.end());
      return lanes.labels(static_cast<int>(std::ranges::max_element(cuts) - cuts.begin()));
    });
    best_heat_ = std::ranges::max_element(sums) - sums.begin();
  }

  void lane_epoch(const LaneGraph& lane_graph, double seconds) {
    best_.clear();
    best_cut_ = 0;
    run_batch(incumbent_.request().threads, [&](std::int64_t number, StopCheck& watch, Work& work) {
      LanePopulation population(graph_, lane_graph, heat(best_heat_), seed(), stream(number));
      const auto found = [&](const Labels& labels, Value cut) {
        incumbent_.offer(labels, cut, number);
      };
      return population.evolve(seconds, found, watch, work);
    });
    cross_epochs();
  }

  // Runs a search for each number of a batch and crosses what they bring into the best.
  template <class Search>
  std::vector<Labels> run_batch(std::int64_t count, const Search& search) {
    std::vector<Labels> found(static_cast<std::size_t>(count));
    run_searches(incumbent_, number_, count, [&](std::int64_t turn, std::int64_t number) {
      StopCheck watch = incumbent_.watch(number);
      Work work;
      Labels& labels = found[static_cast<std::size_t>(turn)];
      labels = search(number, watch, work);
      incumbent_.offer(labels, cut_value(graph_, labels), number);
      incumbent_.count(work, number);
    });
    number_ += count;
    for (const Labels& labels : found)
      if (!labels.empty()) take(labels);
    offer_best();
    return found;
  }

  void fresh_batch(const EpochPlan& plan) {
    const std::int64_t first = number_;
    const auto heat_of = [this](std::int64_t turn) {
      return fresh_ + turn < usual_heats ? fresh_ + turn : best_heat_;
    };
    const auto anneal_fresh = [&](std::int64_t number, StopCheck& watch, Work& work) {
      PottsState state(potts_, seed(), stream(number));
      state.randomise();
      Labels labels = anneal(state, heat(heat_of(number - first)),
                             AnnealLength(plan.fresh_sweeps, plan.fresh_seconds), watch, work);
      Rng rng(seed(), stream(number));
      tabu_search(graph_, labels,
                  usual_tabu(graph_, std::min<std::int64_t>(work.visits / 300,
                                                            200 * std::int64_t{graph_.size()})),
                  rng, &watch, &work);
      return labels;
    };
    const std::vector<Labels> found = run_batch(plan.fresh_batch, anneal_fresh);
    for (std::int64_t turn = 0; fresh_ + turn < usual_heats && turn < plan.fresh_batch; ++turn)
      judge_heat(fresh_ + turn, found[static_cast<std::size_t>(turn)]);
    fresh_ += plan.fresh_batch;
  }

  // The first anneals try one first temperature each; the others begin at that of the best.
  void judge_heat(std::int64_t heat, const Labels& labels) {
    if (labels.empty()) return;
    const Value cut = cut_value(graph_, labels);
    if (heat > 0 && cut <= best_heat_cut_) return;
    best_heat_ = heat;
    best_heat_cut_ = cut;
  }

  void warm_batch(const EpochPlan& plan) {
    const Labels start = best_;
    run_batch(plan.warm_batch, [&](std::int64_t number, StopCheck& watch, Work& work) {
      PottsState state(potts_, seed(), stream(number));
      state.assign(start);
      Rng rng(seed(), stream(number));
      HeatRange range = heat(0);
      range.start = range.at_share(least_warmth + (most_warmth - least_warmth) * rng.real());
      const std::int64_t sweeps = plan.warm_sweeps / 2 + rng.integer(0, plan.warm_sweeps);
      // Where it ends, not the best on its way: that is mostly the start.
      static_cast<void>(anneal(state, range, AnnealLength(sweeps), watch, work));
      Partition end(graph_, state.labels());
      descend(end, &watch);
      return Labels(end.labels().begin(), end.labels().end());
    });
  }

  void sample(const EpochPlan& plan) {
    constexpr std::int64_t reads = 4;
    const Labels labels = sample_max_cut(*model_, incumbent_, reads_, reads, plan.fresh_seconds);
    reads_ += plan.fresh_seconds ? std::int64_t{1} << 20 : reads;
    take(labels);
    offer_best();
  }

  void polish() {
    Rng rng(seed(), stream(number_) ^ 1U << 31U);
    StopCheck watch = incumbent_.watch(number_);
    Work work;
    best_cut_ = tabu_search(graph_, best_, usual_tabu(graph_, 4 * std::int64_t{graph_.size()}), rng,
                            &watch, &work);
    incumbent_.count(work, number_);
    offer_best();
  }

  void take(const Labels& labels) {
    const Value cut = cut_value(graph_, labels);
    if (best_.empty() || cut > best_cut_) {
      Labels old = labels;
      std::swap(old, best_);
      best_cut_ = cut;
      if (!old.empty()) best_cut_ += crossing_.improve(best_, old);
    } else {
      best_cut_ += crossing_.improve(best_, labels);
    }
  }

  void cross_epochs() {
    if (best_.empty()) return;
    const Labels own = best_;
    for (const Labels& other : kept_) {
      if (incumbent_.done(number_)) break;
      take(other);
    }
    offer_best();
    kept_.push_back(own);
    if (kept_.size() > most_kept) kept_.erase(kept_.begin());
  }

  // Under a number of its own: it is made from all before it.
  void offer_best() { incumbent_.offer(best_, best_cut_, number_++); }

  const Graph& graph_;
  Incumbent& incumbent_;
  PottsGraph potts_;
  PartCrossing crossing_;
  std::optional<QuboModel> model_;  // of two parts
  std::int64_t number_ = 0;         // of the next search
  std::int64_t reads_ = 0;          // of the sampler
  std::int64_t fresh_ = 0;          // anneals from random parts
  std::int64_t best_heat_ = 0;
  Value best_heat_cut_ = 0;
  Labels best_;  // of this epoch
  Value best_cut_ = 0;
  std::vector<Labels> kept_;  // results of earlier epochs
  bool warm_pays_ = true;
};

// What fits into the time that is left. The first epoch tells whether warm anneals bring something: then it lasts while
// they do, and others follow. Where they bring nothing, single long anneals take the time: of a large graph one, of small
// ones several.
EpochPlan timed_plan(Incumbent& incumbent, double seconds_per_sweep, bool first, bool warm_pays,
                     bool by_sampler) {
  const double remaining = incumbent.stop().remaining().value_or(0);
  const double sweeps = remaining / seconds_per_sweep;
  const double epochs =
      first || by_sampler ? 1 : std::clamp(std::floor(sweeps / sweeps_of_epoch), 1.0, most_epochs);
  const double seconds = remaining / epochs;
  const std::int64_t threads = incumbent.request().threads;
  EpochPlan plan;
  plan.fresh_batch =
      first || warm_pays ? std::max<std::int64_t>(threads, first ? usual_heats : batch) : threads;
  const std::int64_t waves = by_sampler ? 1 : (plan.fresh_batch + threads - 1) / threads;
  const double share = by_sampler  ? sampler_share
                       : first     ? first_share
                       : warm_pays ? fresh_share
                                   : lone_share;
  plan.fresh_seconds = share * seconds / static_cast<double>(waves);
  plan.warm_sweeps = static_cast<std::int64_t>(std::clamp(sweeps / epochs / 128, 100.0, 1500.0));
  plan.warm_batch = threads;
  plan.warm_batches = INT64_MAX;
  if (!first) plan.ends_at = incumbent.stop().seconds() + seconds;
  return plan;
}

EpochPlan counted_plan(const Graph& graph) {
  constexpr std::int64_t fresh_visits = std::int64_t{1} << 23;
  const std::int64_t sweeps = std::clamp<std::int64_t>(fresh_visits / graph.size(), 256, 20'000);
  return {.fresh_sweeps = sweeps,
          .warm_sweeps = std::max<std::int64_t>(64, sweeps / 16),
          .warm_batches = 16};
}

}  // namespace

void AutomaticCut::solve(const Graph& graph, Incumbent& incumbent) const {
  if (graph.size() <= tiny) return ExactCut{}.solve(graph, incumbent);
  incumbent.bound(graph.positive_weight());
  Evolution evolution(graph, incumbent);
  if (!incumbent.request().time_limit) {
    for (std::int64_t e = 0; e < epochs && !evolution.over(); ++e)
      evolution.epoch(counted_plan(graph));
    return;
  }
  const double seconds_per_sweep = evolution.seconds_per_sweep();
  if (evolution.evolve_lanes()) return;
  const bool by_sampler = graph.parts() == 2 && fits_model(graph);
  for (bool first = true; !evolution.over(); first = false)
    evolution.epoch(
        timed_plan(incumbent, seconds_per_sweep, first, evolution.warm_pays(), by_sampler));
}

}  // namespace spinsack::kcut
