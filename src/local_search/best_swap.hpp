// SPDX-License-Identifier: Apache-2.0
// The best one-for-one swap that fits and raises the profit, over the whole neighbourhood.
//
// A swap of i for j gains g_j - g_i - p_ij. With a price mu >= 0 and reduced gains z = g - mu w this is
// z_j - z_i - p_ij + mu (w_j - w_i), and w_j - w_i <= room, so that a swap can pay only if
// z_j - z_i > p_min - mu room. Near the best solution few items pass: the search costs one scan of the
// items and a short double loop, whatever the price; a good price makes it shorter.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

#include <cstdint>
#include <limits>
#include <optional>

namespace spinsack {

struct Swap {
  Index leaves = -1;
  Index enters = -1;
};

// Two rules, which lead to different solutions: the largest gain, or the largest gain less the price of the
// room that the swap takes. The first uses up the room wherever it pays most; the second protects light,
// efficient items.
enum class SwapRule { gain, reduced_gain };

// The smallest pair profit or 0, whichever is less. One pass over the pairs if the instance has negative
// profits.
[[nodiscard]] Profit smallest_pair_profit(const QkpInstance& instance);

// Whether the search looks at rivals, pairs of negative profit, one by one. A swap of two rivals gains what they cost
// each other, and so can pay far from the margin. Where only pairs with a profit are kept the rivals are few; elsewhere
// every two items may be some.
[[nodiscard]] bool rivals_stand_apart(const SymmetricRows& pairs, Profit smallest_pair);

// The best of the swaps offered, the first of them on a tie.
class BestSwap {
 public:
  BestSwap(SwapRule rule, double price) : rule_(rule), price_(price) {}
  const std::optional<Swap>& swap() const { return swap_; }
  double score() const { return score_; }  // 0 if there is none
  // Whether no swap that gains at most so much can be better.
  bool beyond(Profit most) const {
    return most <= 0 || (rule_ == SwapRule::gain && static_cast<double>(most) <= score_);
  }
  void offer(const Swap& swap, Profit gain, Weight taken);

 private:
  SwapRule rule_;
  double price_;
  std::optional<Swap> swap_;
  double score_ = 0;
};

// smallest_pair as above. Feasible states only. Ends early if watch, which may be null, says so.
[[nodiscard]] std::optional<Swap> best_swap(const KnapsackState& state, double price,
                                            Profit smallest_pair, SwapRule rule,
                                            StopCheck* watch = nullptr);

// Fills and swaps until neither can raise the profit, or until so many items and pairs were looked at. Each swap costs
// O(n), or O(log n) per partner of the two items in large instances where items have few.
inline constexpr std::int64_t any_number_of_visits = std::numeric_limits<std::int64_t>::max();
void swap_to_local_optimum(KnapsackState& state, double price, Profit smallest_pair, SwapRule rule,
                           StopCheck* watch = nullptr, std::int64_t visits = any_number_of_visits);

}  // namespace spinsack
