// SPDX-License-Identifier: Apache-2.0
#include "verify/tangent_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace spinsack::certificate {
namespace {

// Sums and products that remember whether one of them left 128 bits.
class Accumulator {
 public:
  Wide product(Wide a, Wide b) {
    Wide result = 0;
    overflow_ = __builtin_mul_overflow(a, b, &result) || overflow_;
    return result;
  }
  Wide sum(Wide a, Wide b) {
    Wide result = 0;
    overflow_ = __builtin_add_overflow(a, b, &result) || overflow_;
    return result;
  }
  bool overflow() const { return overflow_; }

 private:
  bool overflow_ = false;
};

Wide power_of_two(int exponent) { return static_cast<Wide>(1) << exponent; }

}  // namespace

TangentBound::TangentBound(const QkpInstance& instance, const Head& head, const OpenSet& set,
                           const StepLine& step)
    : instance_(instance),
      head_(head),
      set_(set),
      step_(step),
      bits_(head.strength_bits + 2 * head.point_bits) {
  const Index n = instance.size();
  for (Index i = 0; i < n; ++i)
    if (set.state[at(i)] == State::open) open_.push_back(i);
  if (step.curvature.size() != open_.size() || step.point.size() != open_.size()) {
    fault_ = fmt::format(
        "expected a curvature and a coordinate for each of {} open items, found {} and {}",
        open_.size(), step.curvature.size(), step.point.size());
    return;
  }
  if (open_.size() > most_open_items) {
    fault_ = fmt::format("expected a bound over at most {} open items, found {}", most_open_items,
                         open_.size());
    return;
  }
  std::vector<std::size_t> place(at(n), open_.size());
  for (std::size_t a = 0; a < open_.size(); ++a) place[at(open_[a])] = a;
  gain_.resize(open_.size());
  for (std::size_t a = 0; a < open_.size(); ++a) gain_[a] = instance.profits()[at(open_[a])];
  for (Index i = 0; i < n; ++i)
    if (set.state[at(i)] == State::in) constant_ += instance.profits()[at(i)];
  for (std::size_t a = 0; a < open_.size(); ++a) pair_.emplace_back(a, 0);
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    const auto p = static_cast<std::int64_t>(value);
    const State one = set.state[at(i)];
    const State other = set.state[at(j)];
    if (one == State::open && other == State::open)
      pair_[place[at(std::max(i, j))]][place[at(std::min(i, j))]] = p;
    else if (one == State::open && other == State::in)
      gain_[place[at(i)]] += p;
    else if (one == State::in && other == State::open)
      gain_[place[at(j)]] += p;
    else if (one == State::in && other == State::in)
      constant_ += p;
  });
  if (check_products() && compute_bound()) static_cast<void>(factor());
}

// Of a larger capacity than that of everything together nothing can ever be used.
Weight TangentBound::usable_capacity() const {
  Weight everything = 0;
  for (const Weight weight : instance_.weights()) everything += weight;
  return std::min(everything, instance_.capacity());
}

TangentBound::Linear TangentBound::linear_of(const FactorName& name) const {
  Linear linear{.constant = 0, .coefficient = std::vector<std::int64_t>(open_.size(), 0)};
  const auto place_of = [&](Index i) {
    const auto found = std::ranges::lower_bound(open_, i);
    return static_cast<std::size_t>(found - open_.begin());
  };
  std::int64_t inside = 0;
  for (const State state : set_.state)
    if (state == State::in) ++inside;
  switch (name.kind) {
    case FactorKind::one:
      linear.constant = 1;
      break;
    case FactorKind::slack:
      linear.constant = usable_capacity();
      for (Index i = 0; i < instance_.size(); ++i)
        if (set_.state[at(i)] == State::in) linear.constant -= instance_.weights()[at(i)];
      for (std::size_t a = 0; a < open_.size(); ++a)
        linear.coefficient[a] = -instance_.weights()[at(open_[a])];
      break;
    case FactorKind::chosen:
      for (const Index i : head_.groups[name.group]) {
        if (set_.state[at(i)] == State::in) ++linear.constant;
        if (set_.state[at(i)] == State::open) linear.coefficient[place_of(i)] = 1;
      }
      break;
    case FactorKind::left:
      for (const Index i : head_.groups[name.group]) {
        if (set_.state[at(i)] != State::in) ++linear.constant;
        if (set_.state[at(i)] == State::open) linear.coefficient[place_of(i)] = -1;
      }
      break;
    case FactorKind::above:
      linear.constant = inside - set_.range->first;
      std::ranges::fill(linear.coefficient, 1);
      break;
    case FactorKind::below:
      linear.constant = set_.range->second - inside;
      std::ranges::fill(linear.coefficient, -1);
      break;
  }
  return linear;
}

bool TangentBound::vanishes(const FactorName& name) const {
  const bool end = name.kind == FactorKind::above || name.kind == FactorKind::below;
  return end && set_.range->first == set_.range->second;
}

bool TangentBound::check_products() {
  for (const ProductLine& product : step_.products) {
    for (const FactorName& name : {product.first, product.second})
      if ((name.kind == FactorKind::above || name.kind == FactorKind::below) && !set_.range) {
        fault_ = "expected a region with a range for a factor of it, found none";
        return false;
      }
    if (product.strength < 0 && !vanishes(product.first) && !vanishes(product.second)) {
      fault_ = fmt::format("expected a strength that is not negative, found {}", product.strength);
      return false;
    }
  }
  return true;
}

bool TangentBound::compute_bound() {
  const std::size_t m = open_.size();
  const Wide point_one = power_of_two(head_.point_bits);
  const Wide strength_one = power_of_two(head_.strength_bits);
  Accumulator sums;
  Wide value = sums.product(constant_, power_of_two(bits_));
  std::vector<Wide> with_others(m, 0);  // of each item, at the point
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Wide p = pair_[i][j];
      with_others[i] = sums.sum(with_others[i], sums.product(p, step_.point[j]));
      with_others[j] = sums.sum(with_others[j], sums.product(p, step_.point[i]));
    }
  std::vector<Wide> slope(m);
  for (std::size_t i = 0; i < m; ++i) {
    const Wide z = step_.point[i];
    const Wide d = step_.curvature[i];
    const Wide pairs = with_others[i];
    const Wide gain = sums.product(gain_[i], point_one);
    // Each pair is met from both of its ends: half of it here. strength_one is even.
    value = sums.sum(value, sums.product(sums.product(gain, strength_one), z));
    value = sums.sum(value, sums.product(sums.product(pairs, strength_one / 2), z));
    value =
        sums.sum(value, sums.product(d, sums.sum(sums.product(z, point_one), -sums.product(z, z))));
    slope[i] = sums.sum(sums.product(sums.sum(gain, pairs), strength_one),
                        sums.product(d, sums.sum(point_one, -2 * z)));
  }
  // One at a time: a file may have any number of them.
  for (const ProductLine& product : step_.products) {
    const Linear first = linear_of(product.first);
    const Linear second = linear_of(product.second);
    const Wide strength = product.strength;
    Wide a = sums.product(first.constant, point_one);
    Wide b = sums.product(second.constant, point_one);
    for (std::size_t i = 0; i < m; ++i) {
      a = sums.sum(a, sums.product(first.coefficient[i], step_.point[i]));
      b = sums.sum(b, sums.product(second.coefficient[i], step_.point[i]));
    }
    value = sums.sum(value, sums.product(strength, sums.product(a, b)));
    for (std::size_t i = 0; i < m; ++i)
      slope[i] = sums.sum(slope[i],
                          sums.product(strength, sums.sum(sums.product(first.coefficient[i], b),
                                                          sums.product(second.coefficient[i], a))));
  }
  for (std::size_t i = 0; i < m; ++i) {
    const Wide z = step_.point[i];
    value = sums.sum(
        value, slope[i] > 0 ? sums.product(slope[i], point_one - z) : sums.product(slope[i], -z));
  }
  if (sums.overflow()) {
    fault_ = "expected a bound of at most 128 bits, found a larger one";
    return false;
  }
  bound_ = value;
  return true;
}

// The matrix whose being positive semidefinite makes L concave, and how far its rounded entries may be from the true
// ones: each is a sum of at most two terms for a product and two more, and the norm of an error matrix is at most its
// largest sum of absolute values in a row.
bool TangentBound::factor() {
  const std::size_t m = open_.size();
  const double unit_of_strength = std::ldexp(1.0, -head_.strength_bits);
  LowerTriangle matrix(m);
  std::vector<double> absolute(m, 0.0);
  for (std::size_t i = 0; i < m; ++i) {
    double* const row = matrix.row(i);
    for (std::size_t j = 0; j < i; ++j) {
      row[j] = -0.5 * static_cast<double>(pair_[i][j]);
      absolute[i] += std::abs(row[j]);
      absolute[j] += std::abs(row[j]);
    }
    row[i] = unit_of_strength * static_cast<double>(step_.curvature[i]);
    absolute[i] += std::abs(row[i]);
  }
  std::vector<double> a(m);
  std::vector<double> b(m);
  for (const ProductLine& product : step_.products) {
    const Linear first = linear_of(product.first);
    const Linear second = linear_of(product.second);
    const double half = 0.5 * unit_of_strength * static_cast<double>(product.strength);
    double sum_a = 0;
    double sum_b = 0;
    for (std::size_t i = 0; i < m; ++i) {
      a[i] = static_cast<double>(first.coefficient[i]);
      b[i] = static_cast<double>(second.coefficient[i]);
      sum_a += std::abs(a[i]);
      sum_b += std::abs(b[i]);
    }
    for (std::size_t i = 0; i < m; ++i) {
      absolute[i] += std::abs(half) * (std::abs(a[i]) * sum_b + std::abs(b[i]) * sum_a);
      if (a[i] == 0 && b[i] == 0) continue;
      double* const row = matrix.row(i);
      const double by_b = half * a[i];
      const double by_a = half * b[i];
      for (std::size_t j = 0; j <= i; ++j) row[j] -= by_b * b[j] + by_a * a[j];
    }
  }
  const double largest = m == 0 ? 0 : *std::ranges::max_element(absolute);
  const double operations =
      4 * static_cast<double>(step_.products.size()) + 8 + static_cast<double>(m);
  root_ = root_of(std::move(matrix), 1.01 * operations * 0x1p-53 * largest);
  if (!root_) fault_ = "expected a concave bound, found a matrix that is not positive semidefinite";
  return root_.has_value();
}

bool TangentBound::below(Profit value) const {
  Wide limit = 0;
  if (__builtin_mul_overflow(static_cast<Wide>(value), power_of_two(bits_), &limit)) return false;
  return bound_ < limit;
}

bool TangentBound::excludes(Index item, int bit, Profit value,
                            const std::vector<double>& stiffness) const {
  const auto found = std::ranges::lower_bound(open_, item);
  const auto a = static_cast<std::size_t>(found - open_.begin());
  // How far the tangent is above the value, rounded up; exact as an integer before.
  Wide limit = 0;
  Wide excess = 0;
  if (__builtin_mul_overflow(static_cast<Wide>(value), power_of_two(bits_), &limit) ||
      __builtin_sub_overflow(bound_, limit, &excess))
    return false;
  const double above = std::ldexp(static_cast<double>(excess), -bits_);
  const double distance = bit - std::ldexp(static_cast<double>(step_.point[a]), -head_.point_bits);
  const double drop = stiffness[a] * distance * distance * (1 - 1e-12);
  return above + std::abs(above) * 1e-12 < drop;
}

}  // namespace spinsack::certificate
