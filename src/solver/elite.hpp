// SPDX-License-Identifier: Apache-2.0
// The best few solutions of a search, best first, all different.
#pragma once

#include "core/types.hpp"
#include "instance/knapsack_state.hpp"

#include <span>
#include <vector>

namespace spinsack {

struct RankedSolution {
  Profit value = 0;
  Bits bits;
};

[[nodiscard]] inline RankedSolution ranked(const KnapsackState& state) {
  return {state.profit(), Bits(state.bits().begin(), state.bits().end())};
}

class EliteList {
 public:
  explicit EliteList(std::size_t most) : most_(most) {}

  // Whether it is better than all before.
  bool insert(const RankedSolution& solution) {
    auto place = list_.begin();
    for (; place != list_.end() && place->value >= solution.value; ++place)
      if (place->bits == solution.bits) return false;
    const bool best = place == list_.begin();
    list_.insert(place, solution);
    if (list_.size() > most_) list_.pop_back();
    return best;
  }
  std::span<const RankedSolution> all() const { return list_; }

  // The share of them that holds each item; zeros if there are none.
  std::vector<double> frequencies(Index size) const {
    std::vector<double> share(at(size), 0);
    for (const RankedSolution& solution : list_)
      for (std::size_t i = 0; i < share.size(); ++i)
        share[i] += solution.bits[i] != 0 ? 1 / static_cast<double>(list_.size()) : 0;
    return share;
  }

 private:
  std::size_t most_;
  std::vector<RankedSolution> list_;
};

}  // namespace spinsack
