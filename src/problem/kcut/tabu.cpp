// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/tabu.hpp"

#include "problem/kcut/gain_buckets.hpp"

#include <algorithm>

namespace spinsack::kcut {
namespace {

// The best part for a vertex, one of equal ones at random.
int random_best_part(const Partition& partition, const Move& first, Rng& rng) {
  int part = first.part;
  int equal = 1;
  for (int c = first.part + 1; c < partition.parts(); ++c)
    if (c != partition.part(first.vertex) && partition.gain(first.vertex, c) == first.gain &&
        rng.integer(0, equal++) == 0)
      part = c;
  return part;
}

}  // namespace

TabuRules usual_tabu(const Graph& graph, std::int64_t steps) {
  return {.steps = steps, .tenure = 10, .spread = std::max<std::int64_t>(10, graph.size() / 100)};
}

Value tabu_search(const Graph& graph, Labels& labels, const TabuRules& rules, Rng& rng,
                  StopCheck* watch, Work* work) {
  Partition partition(graph, labels);
  GainBuckets buckets(graph.size(), graph.largest_pull());
  for (Index v = 0; v < graph.size(); ++v) buckets.set(v, partition.best_move(v).gain);
  std::vector<std::int64_t> rests_until(at(graph.size()), 0);
  Value best = partition.cut();
  // Moves since the best labelling, so that it need not be copied at every improvement.
  bool improved = false;
  std::int64_t step = 0;
  for (; step < rules.steps; ++step) {
    const Index v = buckets.best(rng, [&](Index u, Value gain) {
      return rests_until[at(u)] <= step || partition.cut() + gain > best;
    });
    if (v < 0) continue;  // all rest
    const Move move = partition.best_move(v);
    if (improved && move.gain <= 0) {  // the climb is over: this is the best so far
      std::ranges::copy(partition.labels(), labels.begin());
      improved = false;
    }
    partition.move(v, graph.parts() == 2 ? move.part : random_best_part(partition, move, rng));
    rests_until[at(v)] =
        step + 1 + rules.tenure + rng.integer(0, std::max<std::int64_t>(rules.spread, 1) - 1);
    buckets.set(v, partition.best_move(v).gain);
    for (const Index u : graph.neighbours(v)) buckets.set(u, partition.best_move(u).gain);
    if (partition.cut() > best) {
      best = partition.cut();
      improved = true;
    }
    if (watch != nullptr && watch->stop_after(graph.degree(v) + 8)) break;
  }
  if (improved) std::ranges::copy(partition.labels(), labels.begin());
  if (work != nullptr) {
    work->sweeps += step;
    work->visits += step;
    work->flips += step;
  }
  return best;
}

}  // namespace spinsack::kcut
