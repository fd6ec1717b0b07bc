// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/moh.hpp"

#include "core/rng.hpp"
#include "problem/kcut/gain_buckets.hpp"
#include "problem/kcut/partition.hpp"
#include "solver/searches.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace spinsack::kcut {
namespace {

struct DoubleMove {
  Move first;
  Move second;  // vertex -1: none was found
  Value gain = std::numeric_limits<Value>::min();
};

Labels random_parts(const Graph& graph, Rng& rng) {
  Labels labels(at(graph.size()));
  for (std::uint8_t& part : labels)
    part = static_cast<std::uint8_t>(rng.integer(0, graph.parts() - 1));
  return labels;
}

class OperatorSearch {
 public:
  OperatorSearch(const MultipleOperators& rules, const Graph& graph, Incumbent& incumbent,
                 std::int64_t number)
      : rules_(rules),
        graph_(graph),
        incumbent_(incumbent),
        number_(number),
        watch_(incumbent.watch(number)),
        rng_(incumbent.request().seed, stream_of("kcut moh") + static_cast<std::uint64_t>(number)),
        partition_(graph, random_parts(graph, rng_)),
        buckets_(graph.size(), graph.largest_pull()),
        tabu_until_(at(graph.size()), 0) {
    for (Index v = 0; v < graph.size(); ++v) buckets_.set(v, partition_.best_move(v).gain);
  }

  void run() {
    const std::int64_t limit = incumbent_.request().time_limit
                                   ? std::numeric_limits<std::int64_t>::max()
                                   : rules_.steps * std::int64_t{graph_.size()};
    std::int64_t fruitless = 0;
    descend();
    while (steps_ < limit && !stopped_) {
      const Value before = best_;
      if (diversify()) descend();
      fruitless = best_ > before ? 0 : fruitless + 1;
      if (fruitless < rules_.xi || stopped_) continue;
      perturb();
      descend();
      fruitless = 0;
    }
    incumbent_.count({.sweeps = steps_, .visits = steps_, .flips = steps_}, number_);
  }

 private:
  bool allowed(Index v, Value gain) const {
    return tabu_until_[at(v)] <= steps_ || partition_.cut() + gain > best_;
  }

  void make(const Move& move) {
    partition_.move(move.vertex, move.part);
    ++steps_;
    tabu_until_[at(move.vertex)] =
        steps_ + 3 + rng_.integer(0, std::max<std::int64_t>(graph_.size() / 10, 1));
    buckets_.set(move.vertex, partition_.best_move(move.vertex).gain);
    for (const Index u : graph_.neighbours(move.vertex))
      buckets_.set(u, partition_.best_move(u).gain);
    stopped_ = stopped_ || watch_.stop_after(graph_.degree(move.vertex) + 8);
  }

  void make(const DoubleMove& move) {
    make(move.first);
    make(move.second);
  }

  void note_best() {
    if (partition_.cut() <= best_) return;
    best_ = partition_.cut();
    incumbent_.offer(partition_.labels(), best_, number_);
  }

  // The best of both operators while one gains.
  void descend() {
    const auto any = [](Index, Value) { return true; };
    while (!stopped_) {
      const Index v = buckets_.best(rng_, any);
      if (buckets_.gain(v) > 0) {
        make(partition_.best_move(v));
        continue;
      }
      const DoubleMove pair = best_double(v, any);
      if (pair.gain <= 0) break;
      make(pair);
    }
    note_best();
  }

  // True as soon as the cut is larger than where it began.
  bool diversify() {
    const Value begin = partition_.cut();
    const auto rule = [&](Index v, Value gain) { return allowed(v, gain); };
    for (std::int64_t i = 0; i < rules_.omega && !stopped_; ++i) {
      const Index v = buckets_.best(rng_, rule);
      if (v < 0) {
        ++steps_;  // all are tabu: time passes
        stopped_ = watch_.stop_after(1);
        continue;
      }
      const bool single = rng_.real() < rules_.rho;
      const DoubleMove pair = single ? DoubleMove{} : best_double(v, rule);
      if (pair.second.vertex >= 0)
        make(pair);
      else
        make(partition_.best_move(v));
      if (partition_.cut() > begin) return true;
    }
    return false;
  }

  void perturb() {
    const std::int64_t moves =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(rules_.gamma * graph_.size()));
    for (std::int64_t i = 0; i < moves && !stopped_; ++i) {
      const auto v = static_cast<Index>(rng_.integer(0, graph_.size() - 1));
      const auto shift = static_cast<int>(rng_.integer(1, graph_.parts() - 1));
      make(Move{v, (partition_.part(v) + shift) % graph_.parts(), 0});
    }
  }

  // Vertex u and a neighbour, or the next best vertex: all parts of both.
  template <class Allowed>
  DoubleMove best_double(Index u, const Allowed& rule) {
    DoubleMove best;
    const auto ends = graph_.neighbours(u);
    const auto weights = graph_.weights(u);
    for (std::size_t e = 0; e < ends.size(); ++e)
      if (rule(ends[e], buckets_.gain(ends[e]))) try_parts(u, ends[e], weights[e], best);
    const Index other = buckets_.best(rng_, [&](Index v, Value gain) {
      return v != u && !std::ranges::binary_search(ends, v) && rule(v, gain);
    });
    if (other < 0) return best;
    const Move first = partition_.best_move(u);
    const Move second = partition_.best_move(other);
    if (first.gain + second.gain > best.gain) best = {first, second, first.gain + second.gain};
    return best;
  }

  // Both gains count the edge between u and v as if the other stayed.
  void try_parts(Index u, Index v, Value weight, DoubleMove& best) const {
    const int of_u = partition_.part(u);
    const int of_v = partition_.part(v);
    for (int a = 0; a < graph_.parts(); ++a)
      for (int b = 0; b < graph_.parts(); ++b) {
        if (a == of_u || b == of_v) continue;
        const int joined =
            (a == of_v ? 1 : 0) + (b == of_u ? 1 : 0) - (of_u == of_v ? 1 : 0) - (a == b ? 1 : 0);
        const Value gain = partition_.gain(u, a) + partition_.gain(v, b) + joined * weight;
        if (gain > best.gain) best = {{u, a, 0}, {v, b, 0}, gain};
      }
  }

  const MultipleOperators& rules_;
  const Graph& graph_;
  Incumbent& incumbent_;
  std::int64_t number_;
  StopCheck watch_;
  Rng rng_;
  Partition partition_;
  GainBuckets buckets_;
  std::vector<std::int64_t> tabu_until_;
  Value best_ = 0;
  std::int64_t steps_ = 0;
  bool stopped_ = false;
};

}  // namespace

void MultipleOperators::solve(const Graph& graph, Incumbent& incumbent) const {
  incumbent.bound(graph.positive_weight());
  const std::int64_t count =
      incumbent.request().time_limit ? incumbent.request().threads : searches;
  run_searches(incumbent, 0, count, [&](std::int64_t, std::int64_t number) {
    OperatorSearch(*this, graph, incumbent, number).run();
  });
}

}  // namespace spinsack::kcut
