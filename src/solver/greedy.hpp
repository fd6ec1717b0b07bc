// SPDX-License-Identifier: Apache-2.0
// Three greedy constructions. None has a random choice; equal items are taken by index.
//
//   removal    the paper's Greedy (postprocess/greedy.hpp), after Chaillou, Hansen and Mahieu 1989 and
//              Billionnet and Calmels 1996: everything in, the least efficient out, fill, exchange. O(n^2).
//   insertion  nothing in, the most efficient in (postprocess/insertion.hpp). O(n k) for k items that fit.
//   relative   Julstrom 2005: an insertion from each single item as the first, the best of the n is kept.
//              O(n^2 k). The insertions are independent, so threads share them.
//
// Our reading: insertion and relative end with the last item that fits, without exchanges.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <string>
#include <tuple>

namespace spinsack {

struct Greedy {
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view help =
      "drop the least efficient items, fill, exchange once; or insert the most efficient ones";
  static constexpr std::string_view variants[] = {"removal", "insertion", "relative"};
  std::string variant = "removal";
  static constexpr auto fields() {
    return std::tuple{
        Choice{"variant", &Greedy::variant, variants,
               "remove from everything, insert into nothing, or insert after each item in turn"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
