// SPDX-License-Identifier: Apache-2.0
// What a user gets without asking for a method: anneals over labels, and from their best ones shorter anneals that begin
// warm, each result crossed into the best labelling (part_crossing.hpp).
//
// A crossing takes over every region that got better and leaves the others, so on sparse graphs thousands of regions
// improve at once, each at its own time: on G81 with three parts five seconds of one core give 16499, and one anneal of
// six 16385. Where everything hangs together (dense and planar graphs) a warm anneal counts only as a whole, and fresh
// ones are worth more; so an epoch of anneals and warm anneals ends when the latter bring nothing, and the next begins
// anew. What epochs bring is crossed as well.
//
// Two parts are plain max-cut, for which the samplers have kernels of their own: there the fresh anneals are those of
// the sampler `auto` on the max-cut model.
//
// With a time limit that allows it, the labellings are 64 at once (lane_population.hpp): ten thousand sweeps of each of
// them must fit, three thousand for two parts. On graphs too large for that one long anneal is better than 64 short ones.
// The first temperature is the one that served short anneals best. Two parts are for the samplers but for large graphs
// whose vertices have neither few neighbours nor very many, planar ones above all.
//
// Up to twelve vertices it searches all labellings (exact.hpp).
//
// Anneals are made in batches of four, numbered, and crossed in the order of their numbers when a batch is done: the
// result is the same for any number of threads. Without a time limit, epochs and batches are counted; with one, they
// get the time that there is.
#pragma once

#include "problem/kcut/graph.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack::kcut {

struct AutomaticCut {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view help =
      "a portfolio that uses all of the time: anneals over labels, crossings, tabu search";
  std::int64_t epochs = 3;
  static constexpr auto fields() {
    return std::tuple{Field{"epochs", &AutomaticCut::epochs, std::int64_t{1},
                            std::int64_t{1'000'000},
                            "how often to start again, without a time limit"}};
  }

  void solve(const Graph& graph, Incumbent& incumbent) const;
};

}  // namespace spinsack::kcut
