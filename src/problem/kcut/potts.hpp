// SPDX-License-Identifier: Apache-2.0
// Annealing over labels, then tabu search, again and again: what a machine does that keeps one part per vertex by itself.
//
// Searches are numbered. Search i anneals from random parts with one of three first temperatures in turn (0.16, 0.21 and
// 0.26 typical pulls; 0.2, 0.32 and 0.45 for two parts), and goes on by tabu search with a twelfth of the work. Lengths
// double from search to search up to `rungs` doublings, then begin anew. With a time limit the lengths double on, up to
// a third of the time.
#pragma once

#include "problem/kcut/graph.hpp"
#include "solver/incumbent.hpp"

#include <optional>
#include <tuple>

namespace spinsack::kcut {

struct Potts {
  static constexpr std::string_view name = "potts";
  static constexpr std::string_view help =
      "annealing over labels, one part per vertex at all times, and tabu search";
  std::int64_t searches = 6;
  std::optional<double> sweeps;
  std::optional<double> t_start;
  double t_end = 0.1;
  std::int64_t rungs = 6;
  static constexpr auto fields() {
    using Self = Potts;
    return std::tuple{
        Field{"searches", &Self::searches, std::int64_t{1}, std::int64_t{1'000'000'000},
              "anneals; with a time limit, as many as fit"},
        Field{"sweeps", &Self::sweeps, 1.0, 1e12,
              "passes over all vertices of every anneal; auto: a ladder of doubling lengths"},
        Field{"t-start", &Self::t_start, 0.0, 1e6,
              "first temperature, in typical pulls of a vertex; auto: three in turn"},
        Field{"t-end", &Self::t_end, 0.0, 1e6, "last temperature, in typical weights of an edge"},
        Field{"rungs", &Self::rungs, std::int64_t{1}, std::int64_t{40},
              "lengths of the ladder before it begins again"}};
  }

  void solve(const Graph& graph, Incumbent& incumbent) const;
};

// First temperature number i, in typical pulls.
[[nodiscard]] double usual_heat(int parts, std::int64_t i);
inline constexpr std::int64_t usual_heats = 3;
inline constexpr double usual_cold = 0.1;  // last temperature, in typical weights

}  // namespace spinsack::kcut
