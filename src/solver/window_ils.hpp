// SPDX-License-Identifier: Apache-2.0
// Iterated local search in a window around the margin of the knapsack: what the strong entries of
// public competitions on clustered quadratic knapsacks have in common, put together anew; ideas
// only, the code is ours.
//
// Gains of all items are kept up to date (instance/knapsack_state.hpp). At a price of capacity the
// items fall into three parts: locked (in, and far above the price), rejected (out, and far below)
// and the window of `window` items of each kind between.
//   1  Construction, one kind after the other: randomised greedy; the same from a pair of items
//      that is worth most per weight, drawn from the best; everything in, then the least efficient
//      out, shaken. Where few pairs have a profit, the first begins with the best set for a price
//      of capacity (qkbp.hpp), which costs milliseconds there.
//   2  Descent through growing neighbourhoods: additions; swaps; one for two and two for one within
//      the window; the linearised window as a knapsack of its own (core_knapsack.hpp). After each
//      success back to the first.
//   3  Perturbation: some items of little support (gain per weight) leave, or one of them and those
//      it has most in common with; now and then a pair of items with much in common enters. The
//      rest is filled by randomised greedy, in which the items that left come last. Then 2. What is
//      at least as good stays.
//   4  After `stale` perturbations without a better solution, 1 again.
//
// Left out, of what such entries have: exact search over 16 to 20 items, populations with
// crossover, and tuning per kind of instance.
//
// A round of 2 costs O(n) for the lists, (window)^3 at worst for the exchanges, which sorting cuts
// short, and the knapsack 2 window * 4096.
#pragma once

#include "instance/qkp.hpp"
#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct WindowSearch {
  static constexpr std::string_view name = "window-ils";
  static constexpr std::string_view help =
      "iterated local search around the margin, for clustered instances";
  std::int64_t window = 20;
  std::int64_t choices = 6;
  std::int64_t drops = 4;
  std::int64_t stale = 300;
  std::int64_t starts = 6;
  static constexpr auto fields() {
    using Self = WindowSearch;
    return std::tuple{Field{"window", &Self::window, std::int64_t{1}, std::int64_t{1000},
                            "items in, and as many out, that exchanges of several items look at"},
                      Field{"choices", &Self::choices, std::int64_t{1}, std::int64_t{1'000'000},
                            "most efficient items that constructions and refills draw from"},
                      Field{"drops", &Self::drops, std::int64_t{1}, std::int64_t{1'000'000},
                            "most items that a perturbation drops"},
                      Field{"stale", &Self::stale, std::int64_t{1}, std::int64_t{1'000'000'000},
                            "perturbations without a better solution before a new start"},
                      Field{"starts", &Self::starts, std::int64_t{1}, std::int64_t{1'000'000},
                            "constructions of a run; with a time limit, as many as fit"}};
  }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
  // The same, with the first construction from these items; none for an empty knapsack.
  void search(const QkpInstance& instance, Incumbent& incumbent, Bits first) const;
};

}  // namespace spinsack
