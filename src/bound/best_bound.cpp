// SPDX-License-Identifier: Apache-2.0
#include "bound/best_bound.hpp"

#include "bound/split_bound.hpp"
#include "bound/split_columns.hpp"
#include "bound/upper_planes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace spinsack {
namespace {

// The length of the steps, in units that leave only pure numbers; found by trial on the published suites.
constexpr double potential_step = 0.9;
constexpr double most_momentum = 0.5;  // of a potential that keeps its direction
constexpr double price_step = 0.23;
constexpr double first_price_step = 0.6;
// mu relative to x, which falls as pass^-0.6, and the width of the kinks of s_ij in mean pair profits, which
// falls as 1 / pass.
constexpr double first_rounding = 0.4;
constexpr double first_width = 2.4;
// Where very little fits, x says nothing before the prices are about right: they get some passes alone.
constexpr double little = 0.02;
constexpr int price_passes = 2;

constexpr double tiny = 1e-30;  // against division by zero

class Search {
 public:
  explicit Search(const SplitBound& split);

  // The bound of the current point, to float precision; nothing if the watch says stop.
  std::optional<double> pass(StopCheck& watch);
  void step();

  void start_at(const BoundPoint& point);
  BoundPoint point() const;
  void prices(std::vector<double>& out) const;
  void potentials(std::vector<double>& out) const;

 private:
  double solve_knapsack();
  void sharpen();
  Smoothing smoothing() const {
    return {static_cast<float>(0.5 / rounding_), static_cast<float>(width_)};
  }

  const QkpInstance* instance_;
  double unit_;        // the mean weight: weights are divided by it
  double price_unit_;  // prices are multiplied by it
  double capacity_;    // in units, at most the weight of everything
  SplitColumns<float> columns_;
  std::vector<double> profit_;      // p_i
  std::vector<RowSums> sums_;       // of the last pass
  std::vector<double> value_;       // pi_i
  std::vector<std::size_t> order_;  // by falling value per weight
  std::vector<double> last_move_;   // of x
  double momentum_;
  double critical_ = 0;  // theta_0
  double rounding_;
  double width_;
  int passes_ = 0;
};

Search::Search(const SplitBound& split)
    : instance_(&split.worked_on()),
      unit_(static_cast<double>(instance_->total_weight()) / instance_->size()),
      price_unit_(unit_ * split.price_scale()),
      capacity_(static_cast<double>(std::min(instance_->capacity(), instance_->total_weight())) /
                unit_),
      columns_(instance_->pair_profits()),
      profit_(instance_->profits().begin(), instance_->profits().end()),
      sums_(profit_.size()),
      value_(profit_.size()),
      order_(profit_.size()),
      last_move_(profit_.size()) {
  const double tightness = capacity_ / static_cast<double>(instance_->size());
  for (std::size_t i = 0; i < profit_.size(); ++i) {
    columns_.weight[i] = static_cast<float>(static_cast<double>(instance_->weights()[i]) / unit_);
    columns_.potential[i] = static_cast<float>(tightness);
  }
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  momentum_ = most_momentum * std::min(1.0, 2 * tightness);
  rounding_ = 2 * first_rounding * std::min(tightness, 1.001 - tightness);
  width_ = first_width * std::max(1.0, static_cast<double>(split.mean_pair()));
}

std::optional<double> Search::pass(StopCheck& watch) {
  for (std::size_t i = 0; i < value_.size(); ++i) {
    const double room = capacity_ - static_cast<double>(columns_.weight[i]);
    value_[i] = 0;
    if (instance_->weights()[i] > instance_->capacity()) continue;
    const RowItem<float> own{columns_.weight[i], columns_.price[i], columns_.potential[i]};
    sums_[i] = columns_.with_row(static_cast<Index>(i), [&](const auto* profit, const auto& view) {
      return row_sums(profit, view, own, static_cast<float>(room), smoothing());
    });
    value_[i] = profit_[i] + static_cast<double>(own.price) * room + sums_[i].share;
    if (watch.stop_after(columns_.length(static_cast<Index>(i)))) return {};
  }
  ++passes_;
  return solve_knapsack();
}

// Also finds the critical price.
double Search::solve_knapsack() {
  const auto efficiency = [&](std::size_t i) {
    return value_[i] / static_cast<double>(columns_.weight[i]);
  };
  std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
    const double by = efficiency(a) - efficiency(b);
    return by != 0 ? by > 0 : a < b;
  });
  double room = capacity_;
  double total = 0;
  critical_ = 0;
  for (const std::size_t i : order_) {
    if (value_[i] <= 0) break;
    const auto weight = static_cast<double>(columns_.weight[i]);
    if (weight > room) {
      critical_ = efficiency(i);
      return total + critical_ * room;
    }
    room -= weight;
    total += value_[i];
  }
  return total;
}

void Search::step() {
  const bool prices_alone =
      passes_ <= price_passes && capacity_ < little * static_cast<double>(value_.size());
  const double price_share = prices_alone ? first_price_step : price_step;
  for (std::size_t i = 0; i < value_.size(); ++i) {
    const auto weight = static_cast<double>(columns_.weight[i]);
    const auto x = static_cast<double>(columns_.potential[i]);
    // Both are Newton steps against the curvature that the pass has seen, or against that of the whole
    // range (x of order 1, theta_i C of order theta_0) where it has seen none.
    if (!prices_alone) {
      const double excess = value_[i] - critical_ * weight;
      const double curvature = sums_[i].mobile / rounding_ + critical_ * weight + tiny;
      double move = potential_step * excess / curvature;
      if (move * last_move_[i] > 0) move += momentum_ * last_move_[i];
      const double next = std::clamp(x + move, 0.0, 1.0);
      last_move_[i] = next - x;
      columns_.potential[i] = static_cast<float>(next);
    }
    const double spare = x * (capacity_ - weight) - sums_[i].load;
    const double stiffness =
        sums_[i].stiffness + x * capacity_ * capacity_ / (critical_ + tiny) + tiny;
    const double price = static_cast<double>(columns_.price[i]) - price_share * spare / stiffness;
    columns_.price[i] = static_cast<float>(std::max(price, 0.0));
  }
  sharpen();
}

void Search::sharpen() {
  rounding_ *= 1 - 0.6 / (passes_ + 2);
  width_ *= 1 - 1.0 / (passes_ + 4);
}

void Search::start_at(const BoundPoint& point) {
  for (std::size_t i = 0; i < point.x.size(); ++i) {
    columns_.price[i] = static_cast<float>(point.price[i] * price_unit_);
    columns_.potential[i] = static_cast<float>(point.x[i]);
  }
  for (passes_ = 1; passes_ < point.passes; ++passes_) sharpen();
}

BoundPoint Search::point() const {
  BoundPoint point{std::vector<double>(value_.size()), {}, passes_};
  prices(point.price);
  point.x.assign(columns_.potential.begin(),
                 columns_.potential.begin() + static_cast<std::ptrdiff_t>(value_.size()));
  return point;
}

void Search::prices(std::vector<double>& out) const {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<double>(columns_.price[i]) / price_unit_;
}
void Search::potentials(std::vector<double>& out) const {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<double>(columns_.potential[i]) * 0.5 / rounding_;
}

// What the search finds within the effort. judge(split, prices, potentials, watch) gives the exact bound of a
// round, or nothing to end.
template <class Judge>
Profit search_bound(const QkpInstance& instance, const BoundEffort& effort, Stop& stop,
                    BoundPoint* point, const Judge& judge) {
  StopCheck watch(stop);
  Profit bound = instance.total_profit();
  const SplitBound split(instance, watch);
  if (!split.possible()) return bound;
  bound = std::min(bound, split.even_bound());

  Search search(split);
  if (point != nullptr && !point->x.empty()) search.start_at(*point);
  std::vector<double> prices(at(instance.size()));
  std::vector<double> potentials(prices.size());
  auto lowest = std::numeric_limits<double>::infinity();
  std::int64_t done = 0;
  for (std::int64_t round_end = 3; round_end <= effort.passes; round_end += 2 + round_end / 4) {
    for (; done < round_end; ++done) {
      if (effort.target && bound <= *effort.target) return bound;
      if (done > 0) search.step();
      const auto found = search.pass(watch);
      if (!found) return bound;
      if (*found >= lowest) continue;
      lowest = *found;
      search.prices(prices);
      search.potentials(potentials);
      if (point != nullptr) *point = search.point();
    }
    const std::optional<Profit> exact = judge(split, prices, potentials, watch);
    if (!exact) return bound;
    bound = std::min(bound, *exact);
  }
  return bound;
}

}  // namespace

Profit best_upper_bound(const QkpInstance& instance, const BoundEffort& effort) {
  if (instance.nonnegative() && instance.capacity() >= instance.total_weight())
    return instance.total_profit();
  Stop endless;
  Stop& stop = effort.stop != nullptr ? *effort.stop : endless;
  if (stop.requested()) return instance.total_profit();  // before anything is set up
  const Profit bound =
      search_bound(instance, effort, stop, nullptr,
                   [](const SplitBound& split, const auto& prices, const auto& potentials,
                      StopCheck& watch) { return split.evaluate(prices, potentials, watch); });
  if ((effort.target && bound <= *effort.target) || stop.requested()) return bound;
  StopCheck watch(stop);
  return std::min(bound, upper_bound(instance, watch).value_or(bound));
}

ItemBounds best_item_bounds(const QkpInstance& instance, const BoundEffort& effort,
                            BoundPoint* point) {
  ItemBounds lowest{instance.total_profit(), {}, {}};
  lowest.with.assign(at(instance.size()), lowest.bound);
  lowest.without = lowest.with;
  const auto lower = [](std::vector<Profit>& bounds, const std::vector<Profit>& others) {
    for (std::size_t i = 0; i < bounds.size(); ++i) bounds[i] = std::min(bounds[i], others[i]);
  };
  Stop endless;
  lowest.bound =
      search_bound(instance, effort, effort.stop != nullptr ? *effort.stop : endless, point,
                   [&](const SplitBound& split, const auto& prices, const auto& potentials,
                       StopCheck& watch) -> std::optional<Profit> {
                     const auto found = split.evaluate_items(prices, potentials, watch);
                     if (!found) return {};
                     lower(lowest.with, found->with);
                     lower(lowest.without, found->without);
                     return found->bound;
                   });
  return lowest;
}

}  // namespace spinsack
