// SPDX-License-Identifier: Apache-2.0
// The swaps of best_swap.hpp for large instances whose items have few partners. A swap changes few gains there, so
// that nothing needs to be looked at twice: the items near the margin, which are all that matter, stand in two short
// sorted lists, and a tree knows whether an item out fits. The swaps are the same, one after the other.
#pragma once

#include "core/smallest_tree.hpp"
#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"
#include "local_search/best_swap.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace spinsack {

class SparseSwaps {
 public:
  // A feasible state, filled at this price. smallest_pair as by smallest_pair_profit(). width: of the lists to begin
  // with; they grow as needed.
  SparseSwaps(KnapsackState& state, double price, Profit smallest_pair, SwapRule rule,
              std::size_t width = 512);

  // Until no swap pays, or after so many visits, or if watch, which may be null, says so.
  void run(std::int64_t visits, StopCheck* watch);

 private:
  struct Ranked {
    double key;  // z of an item in, -z of an item out: small ones are near the margin
    Index item;
    friend auto operator<=>(const Ranked&, const Ranked&) = default;
  };
  // The items of one side up to some rank.
  struct Margin {
    bool in;  // of items in
    std::size_t width;
    std::vector<Ranked> items = {};  // sorted
    bool complete = false;           // that is all of them
    Ranked last = {};                // if not: everything up to here is in the list
  };

  void look_at_all();
  void refill(Margin& margin);
  Ranked ranked(Index i) const;
  Margin& side_of(Index i) { return state_->holds(i) ? in_ : out_; }
  void forget(Index i);
  void note(Index i);
  void note_rivals(Index k);
  void flip(Index i);
  void fill();
  std::optional<Swap> best();
  bool spent();

  KnapsackState* state_;
  double price_;
  bool rivals_apart_;
  Profit least_pair_;  // of those that are not looked at apart
  SwapRule rule_;
  Margin in_;
  Margin out_;
  std::optional<SmallestTree<Weight>> fitting_;  // weights of the items out whose gain is positive
  bool burden_ = false;                          // some item in has a negative gain
  // What a swap of an item in for a rival out would gain, where it is more than nothing.
  std::map<std::pair<Index, Index>, Profit> partings_;
  std::int64_t visits_ = 0;
  std::int64_t told_ = 0;  // of them, to the watch
  std::int64_t limit_ = 0;
  StopCheck* watch_ = nullptr;
};

}  // namespace spinsack
