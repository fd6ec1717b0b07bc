// SPDX-License-Identifier: Apache-2.0
#include "proof/box_maximum.hpp"

#include "core/rng.hpp"
#include "proof/exact_bound.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack::proof {
namespace {

class Ascent {
 public:
  Ascent(const Margin& margin, std::span<const double> curvature)
      : margin_(margin),
        curvature_(curvature),
        point_(margin.items.size(), 0.0),
        others_(margin.items.size(), 0.0),
        slack_(static_cast<double>(margin.ground.room)),
        mass_of_reference_(margin.mass_of_reference()) {}

  // Along each coordinate once. What the tangent promises beyond the point; nothing if interrupted.
  double sweep(const linear::Impatient& impatient) {
    double promise = 0;
    std::size_t moves = 0;
    for (const Index i : margin_.items) {
      const double y = point_[at(i)];
      const double slope = slope_of(i);
      promise += slope > 0 ? slope * (1 - y) : -slope * y;
      const double stiffness =
          2 * (curvature_[at(i)] + margin_.each * std::abs(growth(i)) * mass(i) +
               margin_.range.tie * mass(i) * mass(i));
      const double next =
          stiffness > 0 ? std::clamp(y + slope / stiffness, 0.0, 1.0) : (slope > 0 ? 1.0 : 0.0);
      if (next == y) continue;
      move(i, next - y);
      if (++moves % some == 0 && impatient && impatient()) return 0;
    }
    return promise;
  }

  // Along two coordinates at once, for pairs of items at random, so that L bends only as their curvatures do. Where the
  // load of many items must stay as it is each of them alone can go only as far as the others have come.
  void sweep_pairs(Rng& rng, const linear::Impatient& impatient) {
    std::vector<Index> active;
    for (const Index i : margin_.items)
      if (may_move(i)) active.push_back(i);
    rng.shuffle(std::span(active));
    for (std::size_t k = 0; k + 1 < active.size(); k += 2) {
      if (k % some == 0 && impatient && impatient()) return;
      move_pair(active[k], active[k + 1]);
    }
  }

  // L beyond the value of the reference.
  double level() const {
    const Ground& ground = margin_.ground;
    const MassRange& range = margin_.range;
    double level = slack_ * (margin_.one + margin_.each * (mass_of_reference_ + change_)) +
                   range.tie * (range.less + change_) * (range.more - change_);
    for (const Index i : margin_.items) {
      const double y = point_[at(i)];
      level += y * (static_cast<double>(ground.gain[at(i)]) +
                    0.5 * ground.sign[at(i)] * others_[at(i)] + curvature_[at(i)] * (1 - y));
    }
    return level;
  }

  std::vector<double> point() const {
    std::vector<double> point = point_;
    for (double& y : point) y = rounded(y, margin_point_bits);
    return point;
  }

 private:
  static constexpr std::size_t some = 64;  // moves, each of which looks at a row

  bool may_move(Index i) const {
    const double y = point_[at(i)];
    const double slope = slope_of(i);
    return (slope > 0 && y < 1) || (slope < 0 && y > 0);
  }

  void move_pair(Index i, Index j) {
    const double ratio = -stiff(i) / stiff(j);
    if (!std::isfinite(ratio) || ratio == 0) return;
    const double stiffness = 2 * (curvature_[at(i)] + ratio * ratio * curvature_[at(j)]);
    if (!(stiffness > 0)) return;
    const double y = point_[at(i)];
    const double z = point_[at(j)];
    const auto [low, high] = std::minmax({-z / ratio, (1 - z) / ratio});
    const double step = std::clamp((slope_of(i) + ratio * slope_of(j)) / stiffness,
                                   std::max(-y, low), std::min(1 - y, high));
    if (step == 0) return;
    move(i, std::clamp(y + step, 0.0, 1.0) - y);
    move(j, std::clamp(z + ratio * step, 0.0, 1.0) - z);
  }

  // What each unit of y does to the negative part of K (margin.hpp), which is the square of a sum.
  double stiff(Index i) const {
    if (!(margin_.alpha > 0)) return margin_.ground.sign[at(i)];
    return margin_.ground.sign[at(i)] * (2 * margin_.alpha * mass(i) - margin_.bend(i));
  }
  double mass(Index i) const { return margin_.mass[at(i)]; }
  double growth(Index i) const { return static_cast<double>(margin_.ground.growth[at(i)]); }

  double slope_of(Index i) const {
    const Ground& ground = margin_.ground;
    const double sign = ground.sign[at(i)];
    return static_cast<double>(ground.gain[at(i)]) + sign * others_[at(i)] -
           growth(i) * (margin_.one + margin_.each * (mass_of_reference_ + change_)) +
           sign * mass(i) *
               (margin_.each * slack_ +
                margin_.range.tie * (margin_.range.more - margin_.range.less - 2 * change_)) +
           curvature_[at(i)] * (1 - 2 * point_[at(i)]);
  }

  void move(Index i, double step) {
    const double sign = margin_.ground.sign[at(i)];
    point_[at(i)] += step;
    slack_ -= growth(i) * step;
    change_ += sign * mass(i) * step;
    margin_.instance().pair_profits().scan_row(
        i, [&](Index j, auto p) { others_[at(j)] += sign * step * static_cast<double>(p); });
  }

  const Margin& margin_;
  std::span<const double> curvature_;
  std::vector<double> point_;
  std::vector<double> others_;  // pair profits with what differs from the reference
  double slack_;
  double mass_of_reference_;
  double change_ = 0;  // of the mass
};

}  // namespace

std::vector<double> box_maximum(const Margin& margin, std::span<const double> curvature,
                                const linear::Impatient& impatient) {
  constexpr int most_sweeps = 40;
  constexpr double enough = 0.02;
  Ascent ascent(margin, curvature);
  Rng rng(1);
  for (int round = 0; round < most_sweeps; ++round) {
    if (ascent.sweep(impatient) < enough * std::max(1.0, ascent.level())) break;
    ascent.sweep_pairs(rng, impatient);
  }
  return ascent.point();
}

}  // namespace spinsack::proof
