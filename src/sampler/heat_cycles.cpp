// SPDX-License-Identifier: Apache-2.0
#include "sampler/heat_cycles.hpp"

#include "core/portable_math.hpp"

#include <algorithm>

namespace spinsack {
namespace {

// Where short falls begin, in typical energy changes; half of where the long one does.
constexpr double again_from = 0.2;
// One state alone takes most of its sweeps for short falls: each tries one way out. 64 states in lanes try as many at
// once, and gain as much by another one from the top. Measured on dense models with couplings +-1, and on random
// graphs, planar graphs and lattices.
struct FallPlan {
  double first_share;
  int most_others;
};
constexpr FallPlan plan_alone{1.0 / 6, 50};
constexpr FallPlan plan_in_lanes{0.5, 8};
// A shorter fall mends nothing.
constexpr double fewest_sweeps_of_fall = 40;

}  // namespace

HeatFall::HeatFall(double start, double end)
    : start_(start),
      knee_(std::max(end, 0.3 * start)),
      fall_(portable_log(end / knee_)),
      linear_share_(10 / (10 - fall_)) {}

double HeatFall::temperature(double way) const {
  if (way < linear_share_) return start_ + (knee_ - start_) * (way / linear_share_);
  const double tail = linear_share_ < 1 ? (way - linear_share_) / (1 - linear_share_) : 1;
  return knee_ * portable_exp(fall_ * tail);
}

HeatCycles::HeatCycles(const KernelModel& model, std::int64_t sweeps, bool warm)
    : HeatCycles(model, automatic_range(model), sweeps, warm) {}

HeatCycles::HeatCycles(const KernelModel& model, TemperatureRange range, std::int64_t sweeps,
                       bool warm)
    : first_(warm ? warm_range(model).start : 0.4 * range.start, 0.5 * range.end),
      others_(std::max(range.end, again_from * range.start), 0.5 * range.end) {
  // What is made of a knapsack's samples lives on their variety: models with penalties keep to the one fall.
  if (!model.penalties().empty()) return;
  const FallPlan& plan = model.lanes() != nullptr ? plan_in_lanes : plan_alone;
  const double left = static_cast<double>(sweeps) * (1 - plan.first_share);
  const int count =
      static_cast<int>(std::min<double>(plan.most_others, left / fewest_sweeps_of_fall));
  if (count < 2) return;
  first_share_ = plan.first_share;
  others_count_ = count;
}

int HeatCycles::number(double progress) const {
  if (others_count_ == 0 || progress < first_share_) return 0;
  const double way = (progress - first_share_) / (1 - first_share_);
  return std::min(others_count_, 1 + static_cast<int>(way * others_count_));
}

double HeatCycles::temperature(double progress) const {
  if (others_count_ == 0) return first_.temperature(progress);
  if (progress < first_share_) return first_.temperature(progress / first_share_);
  const double way = (progress - first_share_) / (1 - first_share_) * others_count_;
  return others_.temperature(way - (number(progress) - 1));
}

}  // namespace spinsack
