// SPDX-License-Identifier: Apache-2.0
// 64 labellings of one graph that anneal side by side, a byte per label in the lanes of registers. A visit counts the
// neighbours in two parts anew, for all lanes at once: that is several times faster per labelling than one alone
// (potts_kernel.hpp), which keeps its counts up to date. Lanes never look at each other, so registers of any width do the
// same, but there must be some: without vectors there are no lanes.
#pragma once

#include "core/symmetric_rows.hpp"  // AlignedVector
#include "problem/answer.hpp"
#include "problem/kcut/anneal.hpp"
#include "problem/kcut/graph.hpp"
#include "sampler/lane_random.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace spinsack::kcut {

// A graph as the lanes read it. The edges of a vertex stand in pieces whose weights, without signs, add up to at most 127:
// sums over a piece fit into bytes. Most vertices have one piece; the hubs of planar graphs have several.
struct LaneGraph {
  explicit LaneGraph(const Graph& graph);
  // Whether the lanes can anneal a graph from this temperature on: its weights fit into bytes, the gains of its moves too
  // or else no temperature accepts what they cost beyond, and this processor has lanes.
  [[nodiscard]] static bool fits(const Graph& graph, double hottest);

  std::uint32_t first_edge(std::size_t v) const { return edge[piece[v]]; }

  Index size;
  int parts;
  std::vector<std::uint32_t> piece;  // the first of each vertex
  std::vector<std::uint32_t> edge;   // the first of each piece, in the two below
  std::vector<Index> neighbour;
  std::vector<std::int8_t> weight;
};

struct LaneLabels {
  static constexpr int lanes = 64;

  // With everything in part 0; keeps a reference to graph.
  LaneLabels(const LaneGraph& graph, std::uint64_t seed, std::uint64_t stream);

  void randomise();
  void assign(int lane, LabelView labels);
  // Every lane becomes a copy of lane source[lane]. A lane that is copied must be its own source.
  void copy_lanes(std::span<const std::uint8_t> source);
  [[nodiscard]] Labels labels(int lane) const;
  [[nodiscard]] std::array<Value, lanes> cuts() const;  // of every lane

  // One Metropolis sweep of all lanes, as potts_sweep does one: p is rounded down to a multiple of 2^-16, costs
  // beyond 127 count as 127, and with four parts or more the part that is offered is uniform to a part in 2^8.
  void sweep(double temperature);

  const LaneGraph* graph;
  AlignedVector<std::uint8_t> label;  // vertex by vertex, a byte per lane
  LaneRandom random;
  Rng start;  // of first parts
};

// Cools all lanes from where they stand. watch may end it early. swept is called with the temperature of every sweep.
void anneal(LaneLabels& lanes, const HeatRange& heat, AnnealLength length, StopCheck& watch,
            Work& work, const std::function<void(double)>& swept = {});

}  // namespace spinsack::kcut
