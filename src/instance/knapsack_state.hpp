// SPDX-License-Identifier: Apache-2.0
// One candidate with its bookkeeping. Adding or removing an item costs one pass over its row; the
// gain of every item is then at hand.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"

#include <span>
#include <vector>

namespace spinsack {

class KnapsackState {
 public:
  // Keeps a reference to instance.
  KnapsackState(const QkpInstance& instance, BitView x);

  const QkpInstance& instance() const { return *instance_; }
  BitView bits() const { return bits_; }
  bool holds(Index i) const { return bits_[at(i)] != 0; }
  // p_i + sum of p_ij over held j != i: the profit lost by removing i, or won by adding it.
  Profit gain(Index i) const { return gain_[at(i)]; }
  // Gain per weight as a double updated in place by +- p_ij / w_i, as the paper's program keeps it:
  // its rounding decides ties, and 180 of 180 published greedy scores depend on them.
  double efficiency(Index i) const { return efficiency_[at(i)]; }
  std::span<const double> efficiencies() const { return efficiency_; }
  Profit profit() const { return profit_; }
  Weight load() const { return load_; }
  Weight room() const { return instance_->capacity() - load_; }  // negative when overloaded
  bool feasible() const { return load_ <= instance_->capacity(); }

  // The held item of smallest efficiency, the first on a tie. At least one item is held.
  Index least_efficient() const;

  void add(Index i);
  void remove(Index i);

 private:
  void shift_gains(Index i, int sign);

  const QkpInstance* instance_;
  Bits bits_;
  std::vector<Profit> gain_;
  std::vector<double> efficiency_;
  std::vector<double> per_weight_;  // 1 / w_i
  Profit profit_ = 0;
  Weight load_ = 0;
};

}  // namespace spinsack
