// SPDX-License-Identifier: Apache-2.0
#include "instance/hyperplane_prices.hpp"

#include "instance/quick_removal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

double short_number(double value) {
  constexpr int bits = 16;
  int exponent = 0;
  const double share = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(share, bits)), exponent - bits);
}

// The lightest items, as many as are asked for or fit together.
struct LightestItems {
  Index count = 0;
  Weight load = 0;
};
LightestItems lightest_items(const QkpInstance& instance, Index most) {
  std::vector<Weight> weights(instance.weights().begin(), instance.weights().end());
  std::ranges::sort(weights);
  LightestItems items;
  while (items.count < most && items.load + weights[at(items.count)] <= instance.capacity())
    items.load += weights[at(items.count++)];
  return items;
}

// Items ordered by reduced gain, the first on a tie.
class ReducedGains {
 public:
  ReducedGains(const KnapsackState& state, StopCheck* watch)
      : state_(&state), watch_(watch), ranked_(at(state.size())) {}

  bool stopped() { return watch_ != nullptr && watch_->stop_after(state_->size()); }

  // What the k best items weigh at that price.
  Weight load_of_best(Index k, double price) {
    rank(price);
    std::nth_element(ranked_.begin(), ranked_.begin() + k, ranked_.end());
    Weight load = 0;
    for (Index r = 0; r < k; ++r) load += state_->instance().weights()[at(ranked_[at(r)].second)];
    return load;
  }
  // Halfway between the k-th largest reduced gain and the next.
  double margin(Index k, double price) {
    rank(price);
    const auto next = ranked_.begin() + k;
    std::nth_element(ranked_.begin(), next, ranked_.end());
    const auto last_in = std::max_element(ranked_.begin(), next);
    return -(last_in->first + next->first) / 2;
  }

 private:
  void rank(double price) {
    for (Index i = 0; i < state_->size(); ++i)
      ranked_[at(i)] = {price * static_cast<double>(state_->instance().weights()[at(i)]) -
                            static_cast<double>(state_->gain(i)),
                        i};
  }

  const KnapsackState* state_;
  StopCheck* watch_;
  std::vector<std::pair<double, Index>> ranked_;  // least first: minus the reduced gain
};

// The least price, to 16 bits, at which the k best items weigh no more than wanted. The k lightest do, unless their
// weights are too large for a double to tell apart; and where any price above none is enough, the least one has no
// first digit. So both searches end after some steps.
double price_of_load(ReducedGains& gains, Index k, Weight wanted) {
  if (gains.load_of_best(k, 0) <= wanted) return 0;
  constexpr int most_steps = 200;
  double high = 1;
  for (int step = 0; step < most_steps && !gains.stopped() && gains.load_of_best(k, high) > wanted;
       ++step)
    high *= 2;
  double low = high == 1 ? 0 : high / 2;
  for (int step = 0; step < most_steps && high - low > high / (1 << 16); ++step) {
    if (gains.stopped()) break;
    const double middle = low + (high - low) / 2;
    (gains.load_of_best(k, middle) > wanted ? low : high) = middle;
  }
  return high;
}

}  // namespace

HyperplanePrices hyperplane_prices(const QkpInstance& instance, const HyperplaneWish& wish,
                                   StopCheck* watch) {
  KnapsackState state(instance, Bits(at(instance.size()), 1),
                      KnapsackState::Efficiencies::left_out);
  if (!quick_removal(state, 16, watch)) return {};
  const Index asked =
      std::clamp(wish.items.value_or(state.count()) + wish.more, Index{0}, instance.size());
  const auto [k, least] = lightest_items(instance, asked);
  if (k == 0 || k == instance.size()) return {.items = k};
  ReducedGains gains(state, watch);
  const Weight wanted = std::max(least, instance.capacity() - wish.unused);
  const double price = short_number(price_of_load(gains, k, wanted));
  return {.items = k, .per_load = price, .per_item = short_number(gains.margin(k, price))};
}

}  // namespace spinsack
