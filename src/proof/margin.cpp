// SPDX-License-Identifier: Apache-2.0
#include "proof/margin.hpp"

#include "linear/product.hpp"
#include "proof/exact_bound.hpp"
#include "proof/smooth_part.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace spinsack::proof {
namespace {

constexpr int part_places = 8;  // so few that E without B has no rounding

// The profit of a pair as the sum of what each of the two brings on average. Where pairs bring nothing on average it is the
// same for all, so that K is a negative multiple of 11'.
void choose_parts(Margin& margin) {
  const Ground& ground = margin.ground;
  const auto n = static_cast<double>(ground.size());
  const double half = rounded(ground.mean_pair / 2, part_places);
  margin.part.assign(ground.gain.size(), half);
  if (!(half > 0)) return;
  double of_those_in = 0;
  for (std::size_t i = 0; i < margin.part.size(); ++i) {
    margin.part[i] = rounded(static_cast<double>(ground.row_sum[i]) / n, part_places) - half;
    if (ground.reference[i] != 0) of_those_in += margin.part[i];
  }
  // For which rho is 0 where the decision is open.
  const double mean = ground.count > 0 ? of_those_in / ground.count : half;
  margin.alpha = std::sqrt(std::max(mean, half / 2)) / 2;
}

// The price of capacity is paid for each item in, which bends L the right way, unless pairs bring nothing on average.
void choose_strengths(Margin& margin) {
  const Ground& ground = margin.ground;
  const int places = ground.strength_bits;
  if (margin.alpha > 0 && ground.count > 0)
    margin.each = std::ldexp(std::floor(std::ldexp(ground.price / ground.count, places)), -places);
  margin.one = std::max(0.0, rounded(ground.price - margin.each * ground.count, places));
}

// L in integers at a point, z in units of 2^-point_bits and strengths in units of 2^-strength_bits.
class Tangent {
 public:
  Tangent(const Margin& margin, std::span<const double> curvature, std::span<const double> point)
      : margin_(margin),
        ground_(margin.ground),
        places_(margin.ground.strength_bits),
        one_(units(margin.one, places_)),
        each_(units(margin.each, places_)) {
    for (std::size_t i = 0; i < point.size(); ++i) {
      z_.push_back(units(point[i], point_bits));
      curvature_.push_back(units(curvature[i], places_));
    }
    const bool small = margin.instance().total_profit() < (Profit{1} << (62 - point_bits));
    others_ = small ? sums_of_pairs<std::int64_t>() : sums_of_pairs<Wide>();
    slack_ = static_cast<Wide>(ground_.room) << point_bits;
    count_ = static_cast<Wide>(ground_.count) << point_bits;
    for (std::size_t i = 0; i < z_.size(); ++i) {
      if (ground_.reference[i] != 0) others_[i] = -others_[i];
      slack_ -= static_cast<Wide>(ground_.growth[i]) * z_[i];
      count_ += ground_.reference[i] != 0 ? -z_[i] : z_[i];
    }
  }

  std::optional<Wide> bound() const {
    if (!(std::ldexp(size_of_terms(), places_ + 2 * point_bits) < 0x1p125)) return std::nullopt;
    constexpr Wide whole = Wide{1} << point_bits;
    const Wide factor = (static_cast<Wide>(one_) << point_bits) + each_ * count_;
    Wide level = slack_ * factor;
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const Wide z = z_[i];
      const Wide gain = static_cast<Wide>(ground_.gain[i]) << point_bits;
      const Wide sign = ground_.reference[i] != 0 ? -1 : 1;
      level += (gain << places_) * z + (others_[i] << (places_ - 1)) * z +
               curvature_[i] * (z * whole - z * z);
      const Wide slope = ((gain + others_[i]) << places_) - ground_.growth[i] * factor +
                         sign * each_ * slack_ + curvature_[i] * (whole - 2 * z);
      level += slope > 0 ? slope * (whole - z) : -slope * z;
    }
    return level;
  }

 private:
  // P times what differs, in numbers that hold it.
  template <class Sum>
  std::vector<Wide> sums_of_pairs() const {
    std::vector<Sum> sums(z_.size(), 0);
    for (std::size_t j = 0; j < z_.size(); ++j) {
      if (z_[j] == 0) continue;
      const auto step = static_cast<Sum>(ground_.reference[j] != 0 ? -z_[j] : z_[j]);
      margin_.instance().pair_profits().scan_row(static_cast<Index>(j), [&](Index i, auto p) {
        sums[at(i)] += static_cast<std::int64_t>(p) * step;
      });
    }
    return {sums.begin(), sums.end()};
  }

  static std::int64_t units(double value, int places) {
    return static_cast<std::int64_t>(std::ldexp(value, places));
  }

  // No smaller than any sum of terms above by absolute values. The point is in the box.
  double size_of_terms() const {
    const auto weight = static_cast<double>(margin_.instance().total_weight());
    double size = 4 * (weight + static_cast<double>(ground_.room)) *
                  (margin_.one + margin_.each * 2 * ground_.size());
    for (std::size_t i = 0; i < z_.size(); ++i)
      size += 3 * (std::abs(static_cast<double>(ground_.gain[i])) +
                   std::ldexp(std::abs(static_cast<double>(others_[i])), -point_bits) +
                   std::ldexp(static_cast<double>(curvature_[i]), -places_) + 1);
    return size;
  }

  const Margin& margin_;
  const Ground& ground_;
  int places_;
  std::int64_t one_;
  std::int64_t each_;
  std::vector<std::int64_t> z_;
  std::vector<std::int64_t> curvature_;
  std::vector<Wide> others_;  // Q z
  Wide slack_ = 0;
  Wide count_ = 0;
};

}  // namespace

double unit_error(double k) {
  constexpr double unit = std::numeric_limits<double>::epsilon() / 2;
  return 1.0001 * k * unit / (1 - k * unit);
}

double spread_of(const Margin& margin) {
  const Index n = margin.ground.size();
  const Index step = std::max<Index>(1, n / 256);
  std::vector<double> row;
  double sum = 0;
  double count = 0;
  for (Index i = 0; i < n; i += step) {
    write_row(margin, i, row);
    for (const double e : row) sum += e * e;
    count += n;
  }
  return std::sqrt(sum / count);
}

double Margin::smooth_size() const {
  double size = 0;
  for (std::size_t i = 0; i < smooth.rows(); ++i) {
    double own = 0;
    for (std::size_t c = 0; c < smooth.columns(); ++c) own += smooth(i, c) * smooth(i, c);
    size = std::max(size, own);
  }
  return size;
}

double Margin::bend(Index item) const {
  if (alpha == 0) return 0;
  const double v = part[at(item)] - each * static_cast<double>(instance().weights()[at(item)]);
  return alpha + v / (4 * alpha);
}

Margin margin_of(const QkpInstance& instance, BitView reference) {
  Margin margin;
  margin.ground = outline_of(instance, reference);
  const Ground& ground = margin.ground;
  choose_parts(margin);
  choose_strengths(margin);
  margin.spread = spread_of(margin);
  take_smooth_part(margin);
  const double price = margin.one + margin.each * ground.count;
  std::vector<double> unclear(ground.gain.size());  // 0 for what L would have changed
  for (std::size_t i = 0; i < ground.gain.size(); ++i) {
    const double slope = static_cast<double>(ground.gain[i]) -
                         price * static_cast<double>(ground.growth[i]) +
                         margin.each * ground.sign[i] * static_cast<double>(ground.room);
    margin.clear.push_back(std::abs(slope));
    unclear[i] = slope > 0 ? 0 : -slope;
  }
  margin.items.resize(ground.gain.size());
  std::iota(margin.items.begin(), margin.items.end(), Index{0});
  std::ranges::stable_sort(margin.items, {}, [&](Index i) { return unclear[at(i)]; });
  return margin;
}

void write_row(const Margin& margin, Index item, std::vector<double>& row) {
  const auto n = at(margin.ground.size());
  const double own = 0.5 * margin.part[at(item)];
  row.resize(n);
  for (std::size_t j = 0; j < n; ++j) row[j] = -own - 0.5 * margin.part[j];
  margin.instance().pair_profits().scan_row(
      item, [&](Index j, auto p) { row[at(j)] += 0.5 * static_cast<double>(p); });
  for (std::size_t c = 0; c < margin.smooth.columns(); ++c)
    linear::add_multiple(margin.smooth(at(item), c), margin.smooth.column(c), row.data(), n);
}

std::optional<Profit> tangent_bound(const Margin& margin, std::span<const double> curvature,
                                    std::span<const double> point) {
  const auto in_reach = [&](double c) {
    return c >= 0 && std::ldexp(c, margin.ground.strength_bits) < 0x1p62;
  };
  if (!std::ranges::all_of(curvature, in_reach) || !in_reach(margin.one) || !in_reach(margin.each))
    return std::nullopt;
  const std::optional<Wide> bound = Tangent(margin, curvature, point).bound();
  if (!bound) return std::nullopt;

  return margin.ground.value + static_cast<Profit>(*bound >> bound_bits(margin.ground));
}

}  // namespace spinsack::proof
