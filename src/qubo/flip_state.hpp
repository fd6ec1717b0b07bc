// SPDX-License-Identifier: Apache-2.0
// A model plus one assignment: the energy change of a flip in O(penalties with the variable), a flip in O(row).
//
// With step = 1 - 2 x_v, field f_v = dObjective/dx_v and residuals r_t = a_t . x + b_t:
//   delta(v) = step f_v + sum_t s_t a_tv (2 step r_t + a_tv)
#pragma once

#include "core/types.hpp"
#include "qubo/model.hpp"

#include <vector>

namespace spinsack {

class FlipState {
 public:
  FlipState(const QuboModel& model, Bits start);  // keeps a reference to model

  double delta(Index v) const;  // energy change if bit v flipped
  void flip(Index v);
  double energy() const { return energy_; }
  BitView bits() const { return bits_; }
  double residual(std::size_t term) const { return residual_[term]; }

 private:
  const QuboModel* model_;
  Bits bits_;
  std::vector<double> field_;  // of the objective's variables; slack bits have none
  TermsByVariable terms_;
  std::vector<double> residual_;
  double energy_;
};

}  // namespace spinsack
