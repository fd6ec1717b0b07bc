// SPDX-License-Identifier: Apache-2.0
// One labelling made of two. Vertices whose parts differ fall into components, connected by edges; no edge leads from
// one component to another, so what each would bring is independent of the others, and a labelling takes from the
// other all components that do not make it worse: the best of 2^components at the cost of one cut (partition
// crossover; Tinos, Whitley and Chicano 2015). Parts have no names, so the other is first renamed to agree with as
// many vertices as possible; with few parts, every other renaming gets its turn as well, since what two anneals did
// alike in one region they did under other names elsewhere.
//
// On lattices and other graphs of low degree, where two anneals go wrong in different places, this mends both.
#pragma once

#include "problem/answer.hpp"
#include "problem/kcut/graph.hpp"

#include <cstdint>
#include <vector>

namespace spinsack::kcut {

class PartCrossing {
 public:
  explicit PartCrossing(const Graph& graph);  // keeps a reference

  // Takes over from other what does not make labels worse. Returns by how much the cut grew, at least 0.
  Value improve(Labels& labels, LabelView other);
  // The same for parts of the same names, such as those of what an anneal made of labels.
  Value improve_alike(Labels& labels, LabelView other);

 private:
  // The same under one renaming of the parts of other.
  Value improve_renamed(Labels& labels, LabelView other, const std::vector<std::uint8_t>& names);
  // The component of first, into members_; what taking it over would bring.
  Value collect(const Labels& labels, Index first);

  const Graph* graph_;
  Labels renamed_;                     // the other, with names of the parts of labels
  std::vector<std::uint8_t> differs_;  // and is in no component yet
  std::vector<Index> members_;
};

// names[c] for every part c of other, so that many vertices agree: the largest overlaps first.
[[nodiscard]] std::vector<std::uint8_t> matching_names(LabelView labels, LabelView other,
                                                       int parts);

}  // namespace spinsack::kcut
