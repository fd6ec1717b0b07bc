// SPDX-License-Identifier: Apache-2.0
// A labelling on its way through an anneal, in the layout of the kernel (potts_kernel.hpp): vertices in blocks of 16,
// 32-bit weights, and for every part c a plane of pulls,
//
//   pull[c][v] = sum of w_vu over the neighbours u of v in part c,
//
// so that v gains pull[own part][v] - pull[c][v] by a move to c. Pulls beyond 2^30 would leave the lanes of the kernel;
// the weights of such graphs are halved until they fit, and rounded. What an anneal finds there is as good as its
// resolution of 2^-30; the exact weights get the last word in what follows it.
#pragma once

#include "core/random_lanes.hpp"
#include "core/rng.hpp"
#include "core/symmetric_rows.hpp"  // AlignedVector
#include "problem/answer.hpp"
#include "problem/kcut/graph.hpp"

#include <cstdint>
#include <vector>

namespace spinsack::kcut {

inline constexpr Index block_size = 16;

struct Link {
  Index end = 0;
  std::int32_t weight = 0;
};

// A graph as the kernel reads it.
class PottsGraph {
 public:
  explicit PottsGraph(const Graph& graph);

  Index size() const { return size_; }
  Index padded() const { return padded_; }
  int parts() const { return parts_; }
  std::span<const Link> links(Index v) const {
    return std::span(links_).subspan(start_[at(v)], start_[at(v) + 1] - start_[at(v)]);
  }
  // Which vertices behind v in its block are neighbours of it.
  unsigned later_in_block(Index v) const { return later_in_block_[at(v)]; }
  // Root of the mean over the vertices of the sum of squared weights there: what moves typically change at random.
  double typical_pull() const { return typical_pull_; }
  // The median weight without sign, 1 for graphs without edges.
  double typical_weight() const { return typical_weight_; }

 private:
  Index size_;
  Index padded_;
  int parts_;
  std::vector<std::size_t> start_;
  std::vector<Link> links_;
  std::vector<std::uint16_t> later_in_block_;
  double typical_pull_ = 0;
  double typical_weight_ = 1;
};

struct PottsState {
  // With everything in part 0; keeps a reference to graph.
  PottsState(const PottsGraph& graph, std::uint64_t seed, std::uint64_t stream);

  void assign(LabelView labels);
  void randomise();
  LabelView labels() const { return LabelView(label).first(at(graph->size())); }

  const PottsGraph* graph;
  AlignedVector<std::uint8_t> label;  // padded, parts of the padding are 0
  AlignedVector<std::int32_t> pull;   // plane by plane, each padded
  std::int64_t gained = 0;            // by all moves since the start, in the kernel's weights
  std::int64_t moves = 0;
  RandomLanes random;
  RandomLanes offers;  // of parts to try
  Rng start;           // of first parts
};

}  // namespace spinsack::kcut
