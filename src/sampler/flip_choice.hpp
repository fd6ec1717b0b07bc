// SPDX-License-Identifier: Apache-2.0
// Which flip a tabu search makes: the cheapest one that is free, or that leads to a new best; the first of equals.
// Two ways to the same choice: looking at all variables with vectors, or a tree that knows the cheapest, for models
// in which a flip changes the costs of few others.
#pragma once

#include "core/smallest_tree.hpp"
#include "sampler/kernel.hpp"
#include "sampler/whole_costs.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace spinsack {

class FlipChoice {
 public:
  // Keeps a reference to state, whose flips it has to be told of. All variables are free.
  explicit FlipChoice(const KernelState& state);

  // At this step, with this energy; variable -1 if everything is tabu. To be asked at every step.
  [[nodiscard]] kernel::BestFlip best(std::int64_t step, double energy, double best_energy);
  // The variable was flipped and is tabu until step free_at.
  void flipped(Index variable, std::int64_t free_at);
  // The state is another one; all variables are free.
  void restart();
  // Variables that one step looks at, about.
  std::int64_t visits() const { return visits_; }

 private:
  using Tree = SmallestTree<double, 8>;
  struct Trees {
    Tree free;  // costs; infinite for those that are tabu
    Tree tabu;  // and for those that are free
  };
  void set_cost(Index variable, double cost);
  void release(Index variable);

  const KernelState* state_;
  std::int64_t visits_;
  GroupBits tabu_;
  std::vector<std::int64_t> free_at_;  // first step at which a variable may flip again
  std::optional<Trees> trees_;
  std::optional<WholeCosts> whole_;  // without trees, if costs are whole numbers
  // Variables to be freed at a step, by its remainder; those that wait longer are passed over.
  std::array<std::vector<Index>, 64> calendar_;
};

}  // namespace spinsack
