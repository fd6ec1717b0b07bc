// SPDX-License-Identifier: Apache-2.0
// The graphs that the program rudy makes (G. Rinaldi, 1996; edited by C. Helmberg), from a few numbers: random graphs,
// tori, unions of two planar graphs, complete graphs, each with weights 1 or with signs. The Gset and K2000 are such
// graphs, and the order of their edges in the published files is the order here.
//
// Its random numbers are those of Knuth's gb_flip (The Stanford GraphBase, 1993). Reconstructed from the published
// files, all of which it reproduces to the last byte.
#pragma once

#include "core/types.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace spinsack {

struct RudyRecipe {
  std::string_view kind;        // "random", "torus", "planar" or "clique"
  Index a = 0;                  // vertices; of a torus, its height
  double b = 0;                 // density in percent; of a torus, its width; of a clique, nothing
  std::uint32_t seed = 0;       // of the edges; a planar union also uses the next one
  std::uint32_t sign_seed = 0;  // weights -1 and +1 from this seed; 0: all weights are 1
};

struct WeightedEdge {
  Index u, v;  // u < v
  std::int32_t weight;
};

struct EdgeList {
  Index vertices = 0;
  std::vector<WeightedEdge> edges;
};

// std::logic_error for a kind that is none of these.
[[nodiscard]] EdgeList make_rudy_graph(const RudyRecipe& recipe);

}  // namespace spinsack
