// SPDX-License-Identifier: Apache-2.0
#include "sampler/crossing.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace spinsack {

Crossing::Crossing(const QuboModel& model)
    : form_(&model.objective()), differs_(at(model.size())), collected_(at(model.size())) {
  assert(model.penalties().empty());
  // In spins, the field on i is l_i / 2 + sum_j q_ij / 4.
  for (Index i = 0; i < form_->size() && symmetric_; ++i) {
    double sum = 0;
    form_->pairs.scan_row(i, [&](Index, auto value) { sum += static_cast<double>(value); });
    const double field = form_->linear[at(i)] + form_->unit * sum / 2;
    symmetric_ = std::fabs(field) <= 1e-12 * std::fabs(form_->linear[at(i)]);
  }
}

double Crossing::collect(const Bits& state, Index first) {
  members_.assign(1, first);
  differs_[at(first)] = 0;
  collected_[at(first)] = 1;
  double change = 0;
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const Index i = members_[m];
    const bool one = state[at(i)] != 0;
    double field = 0;  // of the neighbours that stay as they are, or count once with this one
    double inner = 0;  // pairs that turn together; every pair is met twice
    form_->pairs.scan_row(i, [&](Index j, auto value) {
      const auto q = static_cast<double>(value);
      if (q == 0) return;  // dense rows hold what is not coupled, too
      if (differs_[at(j)] != 0) {
        differs_[at(j)] = 0;
        collected_[at(j)] = 1;
        members_.push_back(j);
      }
      const bool other = state[at(j)] != 0;
      if (collected_[at(j)] == 0)
        field += other ? q : 0;
      else if (one == other)
        inner += one ? -q : q;
    });
    const double step = one ? -1 : 1;
    change += step * (form_->linear[at(i)] + form_->unit * field) + form_->unit * inner / 2;
  }
  for (const Index i : members_) collected_[at(i)] = 0;
  return change;
}

double Crossing::improve(Bits& state, BitView other) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    differs_[i] = state[i] != other[i] ? 1 : 0;
    different += differs_[i];
  }
  if (symmetric_ && 2 * different > state.size())
    for (std::uint8_t& differs : differs_) differs ^= 1U;
  double gained = 0;
  for (Index first = 0; first < form_->size(); ++first) {
    if (differs_[at(first)] == 0) continue;
    const double change = collect(state, first);
    if (change > 0) continue;
    gained += change;
    for (const Index i : members_) state[at(i)] ^= 1U;
  }
  return gained;
}

}  // namespace spinsack
