// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/potts.hpp"

#include "core/rng.hpp"
#include "problem/kcut/anneal.hpp"
#include "problem/kcut/cut.hpp"
#include "problem/kcut/tabu.hpp"
#include "solver/searches.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace spinsack::kcut {
namespace {

// Visits of the first rung: a tenth of a second at 5 ns.
constexpr std::int64_t first_visits = std::int64_t{1} << 24;
// A tabu step costs as much as so many visits, and gets this part of the work.
constexpr double visits_per_step = 25;
constexpr double tabu_share = 1.0 / 12;

AnnealLength rung_length(const Potts& potts, const Graph& graph, Incumbent& incumbent,
                         std::int64_t number) {
  if (potts.sweeps) return AnnealLength(std::llround(*potts.sweeps));
  const auto remaining =
      incumbent.request().time_limit ? incumbent.stop().remaining() : std::nullopt;
  const std::int64_t rung = remaining ? std::min<std::int64_t>(number, 30) : number % potts.rungs;
  const std::int64_t sweeps = std::max<std::int64_t>(64, (first_visits << rung) / graph.size());
  // What would take more than a third of the time takes a third, or all that is left if that is little.
  constexpr double seconds_per_visit = 5e-9;
  const double expected = seconds_per_visit * static_cast<double>(sweeps) * graph.size();
  if (!remaining || 3 * expected < *incumbent.request().time_limit) return AnnealLength(sweeps);
  const double third = *incumbent.request().time_limit / 3;
  const double seconds = *remaining < 1.5 * third ? *remaining * (1 - tabu_share) : third;
  return AnnealLength(sweeps, seconds);
}

}  // namespace

double usual_heat(int parts, std::int64_t i) {
  constexpr std::array<double, usual_heats> two{0.32, 0.2, 0.45};
  constexpr std::array<double, usual_heats> more{0.21, 0.33, 0.5};
  return (parts == 2 ? two : more)[static_cast<std::size_t>(i % usual_heats)];
}

void Potts::solve(const Graph& graph, Incumbent& incumbent) const {
  incumbent.bound(graph.positive_weight());
  const PottsGraph potts_graph(graph);
  run_searches_while_time(incumbent, searches, [&](std::int64_t number) {
    if (incumbent.proven()) return;
    const std::uint64_t stream = stream_of("kcut potts") + static_cast<std::uint64_t>(number);
    StopCheck watch = incumbent.watch(number);
    Work work;
    PottsState state(potts_graph, incumbent.request().seed, stream);
    state.randomise();
    const HeatRange heat =
        heat_range(potts_graph, t_start.value_or(usual_heat(graph.parts(), number)), t_end);
    Labels labels = anneal(state, heat, rung_length(*this, graph, incumbent, number), watch, work);
    incumbent.offer(labels, cut_value(graph, labels), number);
    Rng rng(incumbent.request().seed, stream);
    const double steps = tabu_share * static_cast<double>(work.visits) / visits_per_step;
    const Value cut =
        tabu_search(graph, labels, usual_tabu(graph, std::llround(steps)), rng, &watch, &work);
    incumbent.offer(labels, cut, number);
    incumbent.count(work, number);
  });
}

}  // namespace spinsack::kcut
