// SPDX-License-Identifier: Apache-2.0
// One state made of two. Variables in which two states differ fall into components, connected by couplings. No
// coupling leads from one component to another, so what each of them would bring is independent of the others, and
// a state takes from the other all components that do not make it worse: the best of 2^components states at the cost
// of one energy (partition crossover; Tinos, Whitley and Chicano 2015; the components are those of the cluster moves
// of Houdayer 2001). On lattices and other graphs of low degree, where two anneals go wrong in different places,
// this repairs both; on dense models there is one component, and nothing happens.
#pragma once

#include "core/types.hpp"
#include "qubo/model.hpp"

#include <cstdint>
#include <vector>

namespace spinsack {

class Crossing {
 public:
  // Keeps a reference to model, which must be without penalties: those couple everything with everything.
  explicit Crossing(const QuboModel& model);

  // Takes over from other what does not raise the energy of state. If turning all spins changes no energy, other
  // counts as either of its two. Returns the change of energy, at most 0.
  double improve(Bits& state, BitView other);

 private:
  // The component of first, into members_; what turning it would change.
  double collect(const Bits& state, Index first);

  const QuadraticForm* form_;
  bool symmetric_ = true;                // turning all spins changes nothing
  std::vector<std::uint8_t> differs_;    // and not yet in a component
  std::vector<std::uint8_t> collected_;  // in the component at hand
  std::vector<Index> members_;
};

}  // namespace spinsack
