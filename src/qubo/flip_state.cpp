// SPDX-License-Identifier: Apache-2.0
#include "qubo/flip_state.hpp"

#include <cassert>

namespace spinsack {

FlipState::FlipState(const QuboModel& model, Bits start)
    : model_(&model),
      bits_(std::move(start)),
      field_(model.objective().linear),
      terms_(model.penalties(), model.size()),
      energy_(model.energy(bits_)) {
  const QuadraticForm& objective = model.objective();
  assert(bits_.size() == at(model.size()));
  objective.pairs.for_each_pair([&](Index i, Index j, auto value) {
    const double coupling = objective.unit * static_cast<double>(value);
    if (bits_[at(j)] != 0) field_[at(i)] += coupling;
    if (bits_[at(i)] != 0) field_[at(j)] += coupling;
  });
  for (const SquaredTerm& term : model.penalties()) {
    residual_.push_back(term.b);
    term.for_each([&](Index v, double a) {
      if (bits_[at(v)] != 0) residual_.back() += a;
    });
  }
}

double FlipState::delta(Index v) const {
  const double step = bits_[at(v)] != 0 ? -1 : 1;
  double change = at(v) < field_.size() ? step * field_[at(v)] : 0;
  for (const auto& [t, a] : terms_.of(v))
    change += model_->penalties()[t].strength * a * (2 * step * residual_[t] + a);
  return change;
}

void FlipState::flip(Index v) {
  energy_ += delta(v);
  const double step = bits_[at(v)] != 0 ? -1 : 1;
  bits_[at(v)] ^= 1;
  for (const auto& [t, a] : terms_.of(v)) residual_[t] += step * a;
  if (at(v) >= field_.size()) return;
  const QuadraticForm& objective = model_->objective();
  const double change = step * objective.unit;
  objective.pairs.scan_row(v, [change, field = field_.data()](Index j, auto value) {
    field[j] += change * static_cast<double>(value);
  });
}

}  // namespace spinsack
