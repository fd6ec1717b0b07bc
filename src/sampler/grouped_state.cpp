// SPDX-License-Identifier: Apache-2.0
#include "sampler/grouped_state.hpp"

#include "sampler/kernel.hpp"

namespace spinsack {

GroupedState::GroupedState(const KernelModel& model, std::uint64_t seed, std::uint64_t stream)
    : model_(&model), state_(model, seed, stream) {
  Index next = 0;
  const auto add_ungrouped = [&](Index end) {
    for (; next < end; ++next) {
      elements_.push_back({.first = next, .size = 1});
      grouped_.push_back(0);
    }
  };
  for (const Group& group : model.model().groups()) {
    add_ungrouped(group.first);
    elements_.push_back(group);
    grouped_.push_back(1);
    next = group.end();
  }
  add_ungrouped(model.size());
  set_.assign(elements_.size(), -1);
}

void GroupedState::randomise(Rng& rng) {
  Bits bits(at(model_->size()), 0);
  for (std::size_t e = 0; e < elements_.size(); ++e)
    if (grouped_[e] == 0)
      bits[at(elements_[e].first)] = static_cast<std::uint8_t>(rng.integer(0, 1));
  assign(bits, rng);
}

void GroupedState::assign(BitView start, Rng& rng) {
  Bits bits(start.begin(), start.end());
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    if (grouped_[e] == 0) continue;
    const Group& group = elements_[e];
    Index found = 0;
    for (Index v = group.first; v < group.end(); ++v)
      if (bits[at(v)] != 0) {
        ++found;
        set_[e] = v;
      }
    if (found == 1) continue;
    for (Index v = group.first; v < group.end(); ++v) bits[at(v)] = 0;
    set_[e] = static_cast<Index>(rng.integer(group.first, group.end() - 1));
    bits[at(set_[e])] = 1;
  }
  state_.assign(bits);
}

// What the energy has for both being set, beyond what it has for each.
double GroupedState::coupling(Index a, Index b) const {
  const QuadraticForm& objective = model_->model().objective();
  double sum = a < objective.size() && b < objective.size()
                   ? objective.unit * objective.pairs.value(a, b)
                   : 0;
  for (const KernelPenalty& penalty : model_->penalties())
    sum += 2 * penalty.strength * penalty.a[at(a)] * penalty.a[at(b)];
  return sum;
}

GroupedState::Step GroupedState::propose(Index element, Rng& rng) const {
  const Group& group = elements_[at(element)];
  if (grouped_[at(element)] == 0) {
    const double cost = kernel::delta(state_, group.first);
    return state_.bit(group.first) ? Step{group.first, -1, cost} : Step{-1, group.first, cost};
  }
  if (group.size == 1) return {};
  const Index off = set_[at(element)];
  auto on = static_cast<Index>(rng.integer(group.first, group.end() - 2));
  if (on >= off) ++on;
  // Each of the two counts as if the other stayed: on beside off, which it will not be.
  const double cost = kernel::delta(state_, off) + kernel::delta(state_, on) - coupling(off, on);
  return {off, on, cost};
}

void GroupedState::make(Index element, const Step& step) {
  if (step.off >= 0) kernel::flip(state_, step.off);
  if (step.on >= 0) kernel::flip(state_, step.on);
  if (grouped_[at(element)] != 0 && step.on >= 0) set_[at(element)] = step.on;
}

}  // namespace spinsack
