// SPDX-License-Identifier: Apache-2.0
#include "sampler/flip_choice.hpp"

#include <algorithm>
#include <limits>

namespace spinsack {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// A tree pays where the neighbours of a variable are few: a change takes about as long as a look at 250 variables.
bool few_neighbours(const KernelModel& model) {
  constexpr std::int64_t looks_per_change = 250;
  const SymmetricRows& pairs = model.model().objective().pairs;
  if (pairs.dense() || !model.penalties().empty()) return false;
  const std::int64_t n = model.size();
  return n * n > looks_per_change * (n + 2 * pairs.pairs());
}

}  // namespace

FlipChoice::FlipChoice(const KernelState& state) : state_(&state), visits_(state.model->size()) {
  const KernelModel& model = *state.model;
  if (few_neighbours(model)) {
    visits_ = 16 + 8 * (2 * model.model().objective().pairs.pairs() / model.size());
    trees_.emplace(Trees{Tree({never}, never), Tree({never}, never)});
  } else {
    whole_ = WholeCosts::of(model);
  }
  restart();
}

void FlipChoice::restart() {
  const auto n = at(state_->model->size());
  free_at_.assign(n, 0);
  tabu_.assign(at(state_->model->groups()), 0);
  for (auto& day : calendar_) day.clear();
  if (!trees_) return;
  std::vector<double> cost(at(state_->model->padded_size()));
  kernel::deltas(*state_, cost);
  cost.resize(n);
  trees_->free = Tree(std::move(cost), never);
  trees_->tabu = Tree(std::vector<double>(n, never), never);
}

void FlipChoice::release(Index variable) {
  const auto bit = 1U << (variable % group_size);
  std::uint16_t& group = tabu_[at(variable / group_size)];
  if ((group & bit) == 0) return;
  group = static_cast<std::uint16_t>(group & ~bit);
  if (!trees_) return;
  trees_->free.set(at(variable), trees_->tabu[at(variable)]);
  trees_->tabu.set(at(variable), never);
}

kernel::BestFlip FlipChoice::best(std::int64_t step, double energy, double best_energy) {
  std::erase_if(calendar_[static_cast<std::size_t>(step) % calendar_.size()], [&](Index variable) {
    const bool over = free_at_[at(variable)] <= step;
    if (over) release(variable);
    return over;
  });
  if (!trees_)
    return whole_ ? whole_->best_flip(*state_, tabu_, energy, best_energy)
                  : kernel::best_flip(*state_, tabu_, energy, best_energy);
  const double free = trees_->free.smallest();
  const double tabu = trees_->tabu.smallest();
  const auto in_free = [&] { return static_cast<Index>(trees_->free.first_smallest()); };
  // If the cheapest of those that are tabu leads to no new best, none does.
  if (!(energy + tabu < best_energy) || free < tabu)
    return free == never ? kernel::BestFlip{} : kernel::BestFlip{in_free(), free};
  const auto variable = static_cast<Index>(trees_->tabu.first_smallest());
  return {tabu == free ? std::min(variable, in_free()) : variable, tabu};
}

void FlipChoice::set_cost(Index variable, double cost) {
  const bool is_tabu = (tabu_[at(variable / group_size)] >> (variable % group_size) & 1) != 0;
  (is_tabu ? trees_->tabu : trees_->free).set(at(variable), cost);
}

void FlipChoice::flipped(Index variable, std::int64_t free_at) {
  const auto v = at(variable);
  std::uint16_t& group = tabu_[at(variable / group_size)];
  group = static_cast<std::uint16_t>(group | 1U << (variable % group_size));
  free_at_[v] = free_at;
  calendar_[static_cast<std::size_t>(free_at) % calendar_.size()].push_back(variable);
  if (!trees_) return;
  trees_->free.set(v, never);
  trees_->tabu.set(v, kernel::delta(*state_, variable));
  state_->model->model().objective().pairs.for_each_in_row(
      variable, [&](Index j, auto) { set_cost(j, kernel::delta(*state_, j)); });
}

}  // namespace spinsack
