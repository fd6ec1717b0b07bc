// SPDX-License-Identifier: Apache-2.0
// Quadratic knapsack by breakpoints: after Hochbaum, Baumann, Goldschmidt and Zhang, "A fast and effective
// breakpoints heuristic algorithm for the quadratic knapsack problem", European Journal of Operational
// Research 323 (2025).
//
//   1. With a price t on each unit of weight instead of the capacity, the best set is a minimum cut
//      (minimum_cut.hpp), and the best sets of falling prices are nested. Those that are best for some price
//      are the breakpoints. Find the two whose loads enclose the capacity: from nothing and everything, cut at
//      the price at which both are worth the same; a better set in between replaces one of them, and what is
//      in both or in neither needs no further look.
//   2. From the smaller one, add items of largest gain per weight while something fits. If it is empty, begin
//      with the item of largest (p_i + sum_j p_ij) / w_i that fits.
//   3. From the larger one, drop items of smallest gain per weight until it fits, then add as in 2.
//   4. The better of the two.
//
// The publication sweeps 1600 prices by a parametric cut; the search above meets exactly the two breakpoints
// that the greedies use, with one cut for each halving. Dense instances have two or three breakpoints, so
// that the method is little more than two greedies there; sparse ones with clusters have many.
//
// Cuts are exact: prices are fractions and capacities are multiplied by the denominator. Only if profits times
// weights exceed 2^120 the price is rounded, which moves the price but makes no cut wrong. Negative pair
// profits, which a cut cannot have, count as zero in step 1. At the last price the two sets also give an upper
// bound, the Lagrangian one, which is reported.
//
// Our reading: items heavier than the capacity are left out before step 1, and items of negative gain are
// dropped before step 3 and never added. finish=swaps goes on to a local optimum, which is not published.
//
// A cut is fast in practice, O(n^2 sqrt(pairs)) at worst; the greedies are O(n^2). Memory: 32 bytes per pair.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <string>
#include <tuple>

namespace spinsack {

// Two sets best for some price, the smaller one inside the larger one, whose loads enclose the capacity.
struct Breakpoints {
  Bits smaller;      // fits
  Bits larger;       // does not fit, or is the same
  Profit bound = 0;  // no feasible set has a larger value
  std::int64_t cuts = 0;
};
// Whether that takes milliseconds, since few pairs have a profit: other methods may begin with it then.
[[nodiscard]] bool breakpoints_are_cheap(const QkpInstance& instance);
// Nothing if the watch says stop. work gets the cuts as sweeps, the arcs as visits, the pushes as flips.
[[nodiscard]] std::optional<Breakpoints> enclosing_breakpoints(const QkpInstance& instance,
                                                               StopCheck& watch, Work& work);

struct BreakpointGreedy {
  static constexpr std::string_view name = "qkbp";
  static constexpr std::string_view help = "minimum cuts around the capacity, then greedy steps";
  static constexpr std::string_view finishes[] = {"none", "swaps"};
  std::string finish = "none";
  static constexpr auto fields() {
    return std::tuple{Choice{"finish", &BreakpointGreedy::finish, finishes,
                             "after the greedy steps: nothing, or swaps to a local optimum"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
