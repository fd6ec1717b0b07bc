// SPDX-License-Identifier: Apache-2.0
#include "instance/knapsack_state.hpp"

#include <cassert>

namespace spinsack {

KnapsackState::KnapsackState(const QkpInstance& instance, BitView x)
    : instance_(&instance),
      bits_(x.begin(), x.end()),
      gain_(instance.profits().begin(), instance.profits().end()),
      efficiency_(x.size()),
      per_weight_(x.size()) {
  assert(x.size() == at(instance.size()));
  for (Index i = 0; i < instance.size(); ++i)
    if (holds(i))
      instance.pair_profits().scan_row(
          i, [gain = gain_.data()](Index j, auto p) { gain[j] += static_cast<Profit>(p); });
  // Every pair of held items stands in the gains of both.
  Profit doubled = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    per_weight_[i] = 1 / static_cast<double>(instance.weights()[i]);
    efficiency_[i] = static_cast<double>(gain_[i]) / static_cast<double>(instance.weights()[i]);
    if (bits_[i] == 0) continue;
    load_ += instance.weights()[i];
    doubled += gain_[i] + instance.profits()[i];
  }
  profit_ = doubled / 2;
}

Index KnapsackState::least_efficient() const {
  Index worst = -1;
  for (Index i = 0; i < instance_->size(); ++i)
    if (holds(i) && (worst < 0 || efficiency(i) < efficiency(worst))) worst = i;
  assert(worst >= 0);
  return worst;
}

void KnapsackState::add(Index i) {
  assert(!holds(i));
  bits_[at(i)] = 1;
  profit_ += gain(i);
  load_ += instance_->weights()[at(i)];
  shift_gains(i, +1);
}

void KnapsackState::remove(Index i) {
  assert(holds(i));
  bits_[at(i)] = 0;
  profit_ -= gain(i);
  load_ -= instance_->weights()[at(i)];
  shift_gains(i, -1);
}

void KnapsackState::shift_gains(Index i, int sign) {
  instance_->pair_profits().scan_row(i, [=, gain = gain_.data(), efficiency = efficiency_.data(),
                                         per_weight = per_weight_.data()](Index j, auto p) {
    gain[j] += sign * static_cast<Profit>(p);
    efficiency[j] += sign * (static_cast<double>(p) * per_weight[j]);
  });
}

}  // namespace spinsack
