// SPDX-License-Identifier: Apache-2.0
// One state of a sparse model of small integers, with its variables sorted by what their flip costs. There are few
// different costs, so a step that tries all flips at once can draw for classes instead of variables: it takes as long
// for a million variables as for a thousand.
#pragma once

#include "core/rng.hpp"
#include "core/types.hpp"
#include "sampler/lane_model.hpp"

#include <cstdint>
#include <vector>

namespace spinsack {

class FlipClasses {
 public:
  // Whether there are many more variables than costs.
  [[nodiscard]] static bool suit(const LaneModel& model);

  // Keeps a reference to model, whose fields are bytes.
  FlipClasses(const LaneModel& model, BitView bits);

  // Tries every flip, accepted with probability min(1, e^-((its cost - offset) / temperature)), and chooses one of the
  // accepted, each as likely as any other. -1 if none is.
  [[nodiscard]] Index choose(double offset, double temperature, Rng& rng) const;

  // The cost of a flip in units of 2 * model.unit.
  std::int64_t cost(Index variable) const { return cost_[at(variable)]; }
  void flip(Index variable);

  const Bits& bits() const { return bits_; }
  // How many classes have a member.
  std::int64_t classes() const { return static_cast<std::int64_t>(lively_.size()); }

 private:
  std::vector<Index>& members_of(int cost) { return members_[index_of(cost)]; }
  std::size_t index_of(int cost) const { return at(cost + reach_); }
  void enter(Index variable, int cost);
  void leave(Index variable);
  void move(Index variable, int cost) {
    leave(variable);
    enter(variable, cost);
  }

  const LaneModel* model_;
  const LaneValues<std::int8_t>* values_;
  int reach_;
  Bits bits_;
  std::vector<std::int16_t> cost_;
  std::vector<Index> place_;                 // of a variable among the members of its class
  std::vector<std::vector<Index>> members_;  // by cost + reach
  std::vector<int> lively_;                  // costs that have a member
  std::vector<std::size_t> lively_place_;    // by cost + reach, of those
};

}  // namespace spinsack
