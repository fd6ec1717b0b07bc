// SPDX-License-Identifier: Apache-2.0
#include "proof/box_maximum.hpp"

#include "proof/exact_bound.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack::proof {
namespace {

class Ascent {
 public:
  Ascent(const Margin& margin, std::size_t near, std::span<const double> curvature)
      : margin_(margin),
        items_(std::span(margin.items).first(near)),
        curvature_(curvature),
        point_(margin.items.size(), 0.0),
        others_(margin.items.size(), 0.0),
        slack_(static_cast<double>(margin.ground.room)),
        count_(margin.ground.count) {}

  // Along each coordinate once. What the tangent promises beyond the point; nothing if interrupted.
  double sweep(const linear::Impatient& impatient) {
    constexpr int some = 64;  // moves, each of which looks at a row
    double promise = 0;
    int moves = 0;
    for (const Index i : items_) {
      const double y = point_[at(i)];
      const double slope = slope_of(i);
      promise += slope > 0 ? slope * (1 - y) : -slope * y;
      const double stiffness =
          2 * (curvature_[at(i)] + margin_.each * std::abs(growth(i)) + margin_.range.tie);
      const double next =
          stiffness > 0 ? std::clamp(y + slope / stiffness, 0.0, 1.0) : (slope > 0 ? 1.0 : 0.0);
      if (next == y) continue;
      move(i, next - y);
      if (++moves % some == 0 && impatient && impatient()) return 0;
    }
    return promise;
  }

  // L beyond the value of the reference.
  double level() const {
    const Ground& ground = margin_.ground;
    const CountRange& range = margin_.range;
    double level = slack_ * (margin_.one + margin_.each * count_) +
                   range.tie * (range.fewer + change()) * (range.more - change());
    for (const Index i : items_) {
      const double y = point_[at(i)];
      level += y * (static_cast<double>(ground.gain[at(i)]) +
                    0.5 * ground.sign[at(i)] * others_[at(i)] + curvature_[at(i)] * (1 - y));
    }
    return level;
  }

  std::vector<double> point() const {
    std::vector<double> point = point_;
    for (double& y : point) y = rounded(y, point_bits);
    return point;
  }

 private:
  double change() const { return count_ - margin_.ground.count; }
  double growth(Index i) const { return static_cast<double>(margin_.ground.growth[at(i)]); }

  double slope_of(Index i) const {
    const Ground& ground = margin_.ground;
    const double sign = ground.sign[at(i)];
    return static_cast<double>(ground.gain[at(i)]) + sign * others_[at(i)] -
           growth(i) * (margin_.one + margin_.each * count_) + margin_.each * sign * slack_ +
           margin_.range.tie * sign * (margin_.range.more - margin_.range.fewer - 2 * change()) +
           curvature_[at(i)] * (1 - 2 * point_[at(i)]);
  }

  void move(Index i, double step) {
    const double sign = margin_.ground.sign[at(i)];
    point_[at(i)] += step;
    slack_ -= growth(i) * step;
    count_ += sign * step;
    margin_.instance().pair_profits().scan_row(
        i, [&](Index j, auto p) { others_[at(j)] += sign * step * static_cast<double>(p); });
  }

  const Margin& margin_;
  std::span<const Index> items_;
  std::span<const double> curvature_;
  std::vector<double> point_;
  std::vector<double> others_;  // pair profits with what differs from the reference
  double slack_;
  double count_;
};

}  // namespace

std::vector<double> box_maximum(const Margin& margin, std::size_t near,
                                std::span<const double> curvature,
                                const linear::Impatient& impatient) {
  constexpr int most_sweeps = 60;
  constexpr double enough = 0.02;
  Ascent ascent(margin, near, curvature);
  for (int round = 0; round < most_sweeps; ++round) {
    if (ascent.sweep(impatient) < enough * std::max(1.0, ascent.level())) break;
  }
  return ascent.point();
}

}  // namespace spinsack::proof
