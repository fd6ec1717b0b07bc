// SPDX-License-Identifier: Apache-2.0
#include "sampler/flip_classes.hpp"

#include "core/portable_math.hpp"

#include <algorithm>

namespace spinsack {
namespace {

// By squaring: costs are small, and an exponential takes longer.
double power(double base, int exponent) {
  double result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if ((exponent & 1) != 0) result *= base;
  return result;
}

// 1 - e^-x for x >= 0: near 0 by the series x - x^2/2 + .., from its last term to its first.
double one_minus_exp(double x) {
  if (x > 0.25) return 1 - portable_exp(-x);
  double series = 1;
  for (const double share :
       {1.0 / 11, 1.0 / 10, 1.0 / 9, 1.0 / 8, 1.0 / 7, 1.0 / 6, 1.0 / 5, 1.0 / 4, 1.0 / 3, 1.0 / 2})
    series = 1 - x * share * series;
  return x * series;
}

}  // namespace

bool FlipClasses::suit(const LaneModel& model) {
  constexpr std::int64_t variables_per_cost = 100;
  return model.bytes() && !model.rounded && model.size >= variables_per_cost * (model.reach + 1);
}

FlipClasses::FlipClasses(const LaneModel& model, BitView bits)
    : model_(&model),
      values_(&std::get<LaneValues<std::int8_t>>(model.values)),
      reach_(static_cast<int>(model.reach)),
      bits_(bits.begin(), bits.end()),
      cost_(at(model.size)),
      place_(at(model.size)),
      members_(static_cast<std::size_t>(2 * reach_ + 1)),
      lively_place_(members_.size()) {
  for (Index v = 0; v < model.size; ++v) {
    const auto field =
        static_cast<int>(values_->base[at(v)] + 2 * pull_of_ones(model, *values_, bits_, at(v)));
    enter(v, bits_[at(v)] != 0 ? -field : field);
  }
}

void FlipClasses::enter(Index variable, int cost) {
  std::vector<Index>& members = members_of(cost);
  if (members.empty()) {
    lively_place_[index_of(cost)] = lively_.size();
    lively_.push_back(cost);
  }
  cost_[at(variable)] = static_cast<std::int16_t>(cost);
  place_[at(variable)] = static_cast<Index>(members.size());
  members.push_back(variable);
}

void FlipClasses::leave(Index variable) {
  const int cost = cost_[at(variable)];
  std::vector<Index>& members = members_of(cost);
  const Index last = members.back();
  members[at(place_[at(variable)])] = last;
  place_[at(last)] = place_[at(variable)];
  members.pop_back();
  if (!members.empty()) return;
  const std::size_t place = lively_place_[index_of(cost)];
  lively_[place] = lively_.back();
  lively_place_[index_of(lively_[place])] = place;
  lively_.pop_back();
}

// Give every variable a place in line, uniform in [0, 1]: the accepted one that stands first is each with the same
// chance. In a class of k that are accepted with probability p nobody who is accepted stands before t with probability
// (1 - p t)^k, so its first stands at (1 - u^(1/k)) / p with u uniform, or nowhere if that exceeds 1.
Index FlipClasses::choose(double offset, double temperature, Rng& rng) const {
  double first = 1;
  int chosen = 0;
  bool found = false;
  const double unit = 2 * model_->unit;
  const double chance_of_one = portable_exp(-unit / temperature);
  const auto chance_of = [&](int cost) {
    if (offset == 0) return power(chance_of_one, std::max(cost, 0));
    return portable_exp(std::min(0.0, (offset - unit * cost) / temperature));
  };
  for (const int cost : lively_) {
    const double chance = chance_of(cost);
    const auto count = static_cast<double>(members_[index_of(cost)].size());
    const double wait = -portable_log(1 - rng.real()) / count;  // u^(1/k) = e^-wait
    // Most come too late, which 1 - e^-x >= x / (1 + x) tells sooner.
    if (wait > first * chance * (1 + wait)) continue;
    const double place = one_minus_exp(wait) / chance;
    if (!(place <= first)) continue;  // no number if there was no chance
    first = place;
    chosen = cost;
    found = true;
  }
  if (!found) return -1;
  const std::vector<Index>& members = members_[index_of(chosen)];
  return members[static_cast<std::size_t>(
      rng.integer(0, static_cast<std::int64_t>(members.size()) - 1))];
}

// With s = -1 or +1 a coupling J to a neighbour adds -J s s' to the cost of both, and the flip turns that around.
void FlipClasses::flip(Index variable) {
  move(variable, -cost_[at(variable)]);
  std::uint8_t& bit = bits_[at(variable)];
  bit ^= 1U;
  for (std::uint32_t e = model_->start[2 * at(variable)]; e < model_->start[2 * at(variable) + 2];
       ++e) {
    const Index neighbour = model_->column[e];
    const int product = bits_[at(neighbour)] == bit ? values_->weight[e] : -values_->weight[e];
    move(neighbour, cost_[at(neighbour)] - 2 * product);
  }
}

}  // namespace spinsack
