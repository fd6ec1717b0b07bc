// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/lane_population.hpp"

#include "core/stopwatch.hpp"
#include "problem/kcut/selection.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace spinsack::kcut {
namespace {

constexpr std::size_t lanes = LaneLabels::lanes;
constexpr double first_share = 0.7;  // of the time, for the first anneal
constexpr double warm_share = 0.01;  // likewise, for each of the others,
constexpr double least_sweeps = 40;  // unless that would be fewer
constexpr int selections = 200;      // in the first anneal
// The others begin at a share of the way from the last temperature to the first.
constexpr double least_warmth = 0.6;
constexpr double most_warmth = 0.95;
constexpr std::size_t crossed = 16;  // lanes that the best takes over from

}  // namespace

LanePopulation::LanePopulation(const Graph& graph, const LaneGraph& lane_graph,
                               const HeatRange& heat, std::uint64_t seed, std::uint64_t stream)
    : heat_(heat),
      rng_(seed, stream ^ std::uint64_t{1} << 33),
      crossing_(graph),
      now_(lane_graph, seed, stream),
      kept_(now_) {
  now_.randomise();
}

Labels LanePopulation::evolve(double seconds, const Found& found, StopCheck& watch, Work& work) {
  const Stopwatch clock;
  const std::int64_t before = work.sweeps;
  cool_by_selection(AnnealLength(0, first_share * seconds), watch, work);
  kept_ = now_;
  cut_ = now_.cuts();
  cross_best(watch);
  found(best_, best_cut_);
  const double sweeps = static_cast<double>(work.sweeps - before) / lanes;
  const auto warm_sweeps =
      static_cast<std::int64_t>(std::max(least_sweeps, warm_share / first_share * sweeps));
  while (clock.seconds() < seconds && !watch.stop_after(0)) {
    return_to_kept();
    cool(warm_range(), AnnealLength(warm_sweeps), watch, work);
    keep_better_regions(watch);
    cross_best(watch);
    found(best_, best_cut_);
  }
  return best_;
}

// To the last temperature, and then by a sweep in which hardly anything gets worse.
void LanePopulation::cool(const HeatRange& heat, const AnnealLength& length, StopCheck& watch,
                          Work& work, const std::function<void(double)>& swept) {
  anneal(now_, heat, length, watch, work, swept);
  now_.sweep(heat.end / 8);
}

void LanePopulation::cool_by_selection(const AnnealLength& length, StopCheck& watch, Work& work) {
  const double step = (heat_.start - heat_.end) / selections;
  double selected_at = heat_.start;
  cool(heat_, length, watch, work, [&](double temperature) {
    if (temperature >= selected_at || selected_at - temperature < step) return;
    now_.copy_lanes(select_survivors(now_.cuts(), 1 / temperature - 1 / selected_at, rng_.real()));
    selected_at = temperature;
  });
}

HeatRange LanePopulation::warm_range() {
  const double warmth = least_warmth + (most_warmth - least_warmth) * rng_.real();
  return {heat_.at_share(warmth), heat_.end};
}

void LanePopulation::return_to_kept() {
  const auto worst = static_cast<std::size_t>(std::ranges::min_element(cut_) - cut_.begin());
  kept_.assign(static_cast<int>(worst), best_);
  cut_[worst] = best_cut_;
  std::ranges::copy(kept_.label, now_.label.begin());
}

void LanePopulation::keep_better_regions(StopCheck& watch) {
  for (std::size_t l = 0; l < lanes && !watch.stop_after(now_.graph->size); ++l) {
    const int lane = static_cast<int>(l);
    Labels labels = kept_.labels(lane);
    cut_[l] += crossing_.improve_alike(labels, now_.labels(lane));
    kept_.assign(lane, labels);
  }
}

void LanePopulation::cross_best(StopCheck& watch) {
  std::array<std::size_t, lanes> order{};
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::partial_sort(order, order.begin() + crossed, std::greater{},
                            [&](std::size_t l) { return cut_[l]; });
  for (std::size_t i = 0; i < crossed && (i == 0 || !watch.stop_after(now_.graph->size)); ++i)
    take(kept_.labels(static_cast<int>(order[i])), cut_[order[i]]);
}

void LanePopulation::take(const Labels& labels, Value cut) {
  const bool better = best_.empty() || cut > best_cut_;
  Labels other = labels;
  if (better) {
    std::swap(best_, other);
    best_cut_ = cut;
  }
  if (!other.empty()) best_cut_ += crossing_.improve(best_, other);
}

}  // namespace spinsack::kcut
