// SPDX-License-Identifier: Apache-2.0
// A state of the kernel in which every group of the model has exactly one bit set, and the moves that keep it so. An
// element is a group, or a variable of no group, in the order of their first variables.
#pragma once

#include "core/rng.hpp"
#include "sampler/kernel_model.hpp"

#include <cstdint>
#include <vector>

namespace spinsack {

class GroupedState {
 public:
  // Keeps a reference. Of a start that a group has none or several bits of, one is chosen at random.
  GroupedState(const KernelModel& model, std::uint64_t seed, std::uint64_t stream);

  void randomise(Rng& rng);
  void assign(BitView start, Rng& rng);

  Index elements() const { return static_cast<Index>(elements_.size()); }
  // A move of an element: the bit that is set goes to another place, or a variable flips.
  struct Step {
    Index off = -1;  // the variable that is set and will not be, -1 for none
    Index on = -1;   // the one that will be
    double cost = 0;
  };
  // A random one; where a group has one variable, off and on are -1.
  [[nodiscard]] Step propose(Index element, Rng& rng) const;
  void make(Index element, const Step& step);

  const GroupBits& bits() const { return state_.group_bits; }
  double energy() const { return state_.energy(); }
  std::int64_t flips() const { return state_.flips; }

 private:
  double coupling(Index a, Index b) const;

  const KernelModel* model_;
  KernelState state_;
  std::vector<Group> elements_;  // size 1 for variables of no group
  std::vector<std::uint8_t> grouped_;
  std::vector<Index> set_;  // of each group, the variable that is set
};

}  // namespace spinsack
