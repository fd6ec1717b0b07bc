// SPDX-License-Identifier: Apache-2.0
// Dynamic programming with fill-up and exchange: Fomeni and Letchford, "A dynamic programming heuristic for
// the quadratic knapsack problem", INFORMS Journal on Computing 26 (2014).
//
//   1. Order the items by falling (p_i + sum_j p_ij) / w_i.
//   2. For each load r keep one set S(r) of that load and its profit f(r); at first only the empty set. For
//      each item k in order, and each r from the largest down:
//        f(r) = max(f(r), f(r - w_k) + p_k + sum of p_ik over i in S(r - w_k)),
//      and S(r) follows. It is a heuristic since the best set of load r need not extend the best set of a
//      smaller load.
//   3. Take the best f(r), fill up, and swap one for one until nothing pays.
//
// The published form sums over S(r - w_k) at each test, O(n^2 C). Here each load carries the gains that the
// items still to come would have, so that a test is one look-up, and only an accepted one costs a pass over
// the items to come: O(n C) tests, in practice few of them accepted.
//
// Our reading, where the publication leaves it open: the order above (upper planes do as well, others much
// worse), of equal profits the set that was there first or (tie=gains) the one with the larger sum of gains of
// the items to come, as far as they are kept, of equal f(r) the lightest, and exchanges to a local
// optimum (finish=swaps) or by a single pass (finish=once).
//
// Memory is planned before anything is allocated, and `memory` is never exceeded. If the gains of all items to
// come do not fit, those of a block of items are kept and computed anew from the sets at the start of the next
// block: the same answer, somewhat later. If not even that fits, since the capacity is huge, loads are put
// into classes of equal width, and each class keeps the best of its sets with its exact load. The plan is told
// with the answer, as its details.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <string>
#include <tuple>

namespace spinsack {

// How the memory is used.
struct DpPlan {
  std::int64_t classes = 0;  // of loads, one set each
  Weight class_width = 1;    // loads per class: 1 is the published algorithm
  Index block = 0;           // items whose gains are kept at a time
  std::int64_t bytes = 0;    // of the whole table
};

struct DynamicProgram {
  static constexpr std::string_view name = "dp";
  static constexpr std::string_view help =
      "dynamic programming over loads, one set per load, then fill and exchange";
  static constexpr std::string_view finishes[] = {"swaps", "once", "none"};
  static constexpr std::string_view ties[] = {"first", "gains"};
  std::int64_t memory = 2048;
  std::string tie = "first";
  std::string finish = "swaps";
  static constexpr auto fields() {
    using Self = DynamicProgram;
    return std::tuple{
        Field{"memory", &Self::memory, std::int64_t{1}, std::int64_t{1'000'000},
              "most megabytes for the sets and their gains"},
        Choice{"tie", &Self::tie, ties,
               "which of two sets of equal load and profit to keep: the first, or the "
               "one whose remaining items gain more in all"},
        Choice{"finish", &Self::finish, finishes,
               "afterwards: swaps to a local optimum, fill and one pass of exchanges, "
               "or nothing"}};
  }

  [[nodiscard]] DpPlan plan(const QkpInstance& instance) const;
  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
