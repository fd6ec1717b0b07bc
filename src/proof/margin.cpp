// SPDX-License-Identifier: Apache-2.0
#include "proof/margin.hpp"

#include "linear/product.hpp"
#include "proof/exact_bound.hpp"
#include "proof/smooth_part.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace spinsack::proof {
namespace {

constexpr int part_places = 8;  // so few that E without B has no rounding

double half_of_mean_pair(const Ground& ground) {
  return rounded(ground.mean_pair / 2, part_places);
}

// The profit of a pair as the sum of what each of the two brings on average. Where pairs bring nothing on average it is the
// same for all, so that K is a negative multiple of 11'.
void choose_parts(Margin& margin) {
  const Ground& ground = margin.ground;
  const auto n = static_cast<double>(ground.size());
  const double half = half_of_mean_pair(ground);
  margin.part.assign(ground.gain.size(), half);
  if (!(half > 0)) return;
  for (std::size_t i = 0; i < margin.part.size(); ++i)
    margin.part[i] = rounded(static_cast<double>(ground.row_sum[i]) / n, part_places) - half;
}

// Half of what a pair of the reference's items brings, about; positive where pairs bring something on average.
double part_of_those_in(const Margin& margin) {
  const Ground& ground = margin.ground;
  const double half = half_of_mean_pair(ground);
  if (ground.count == 0) return half;
  double sum = 0;
  for (std::size_t i = 0; i < margin.part.size(); ++i)
    if (ground.reference[i] != 0) sum += margin.part[i];
  return std::max(sum / ground.count, half / 2);
}

// For which rho is 0 where the decision is open. Any number above 0 is right.
void choose_alpha(Margin& margin) {
  constexpr double least = 1.0 / 64;
  const double half = half_of_mean_pair(margin.ground);
  if (half > 0)
    margin.alpha =
        std::sqrt(std::max(part_of_those_in(margin) - margin.range.tie, least * half)) / 2;
}

// What the tie brings for one more item, at the reference.
double pull_of_tie(const Margin& margin) {
  return margin.range.tie * (margin.range.more - margin.range.fewer);
}

// The price of capacity is paid for each item in, which bends L the right way, unless pairs bring nothing on average; a tie
// leaves less to bend.
void choose_strengths(Margin& margin) {
  const Ground& ground = margin.ground;
  const int places = ground.strength_bits;
  double price = ground.price;
  double share = 1;
  if (margin.range.tie > 0) {
    std::vector<double> gain(ground.gain.begin(), ground.gain.end());
    for (std::size_t i = 0; i < gain.size(); ++i) gain[i] += pull_of_tie(margin) * ground.sign[i];
    price = price_of(gain, ground.growth, ground.room);
    share = std::max(0.0, 1 - margin.range.tie / part_of_those_in(margin));
  }
  margin.each = 0;
  if (margin.alpha > 0 && ground.count > 0)
    margin.each = std::ldexp(std::floor(std::ldexp(share * price / ground.count, places)), -places);
  margin.one = std::max(0.0, rounded(price - margin.each * ground.count, places));
}

// What is left once pairs are dealt with.
void choose_order(Margin& margin) {
  const Ground& ground = margin.ground;
  choose_alpha(margin);
  choose_strengths(margin);
  const double price = margin.one + margin.each * ground.count;
  const double own = margin.each * static_cast<double>(ground.room) + pull_of_tie(margin);
  std::vector<double> unclear(ground.gain.size());  // 0 for what L would have changed
  margin.clear.clear();
  for (std::size_t i = 0; i < ground.gain.size(); ++i) {
    const double slope = static_cast<double>(ground.gain[i]) -
                         price * static_cast<double>(ground.growth[i]) + own * ground.sign[i];
    margin.clear.push_back(std::abs(slope));
    unclear[i] = slope > 0 ? 0 : -slope;
  }
  margin.items.resize(ground.gain.size());
  std::iota(margin.items.begin(), margin.items.end(), Index{0});
  std::ranges::stable_sort(margin.items, {}, [&](Index i) { return unclear[at(i)]; });
}

// L in integers at a point, z in units of 2^-point_bits and strengths in units of 2^-strength_bits.
class Tangent {
 public:
  Tangent(const Margin& margin, std::span<const double> curvature, std::span<const double> point)
      : margin_(margin),
        ground_(margin.ground),
        places_(margin.ground.strength_bits),
        one_(units(margin.one, places_)),
        each_(units(margin.each, places_)),
        tie_(units(margin.range.tie, places_)) {
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
    const Wide change = count_ - (static_cast<Wide>(ground_.count) << point_bits);
    const Wide fewer = static_cast<Wide>(margin_.range.fewer) << point_bits;
    const Wide more = static_cast<Wide>(margin_.range.more) << point_bits;
    Wide level = slack_ * factor + tie_ * (fewer + change) * (more - change);
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const Wide z = z_[i];
      const Wide gain = static_cast<Wide>(ground_.gain[i]) << point_bits;
      const Wide sign = ground_.reference[i] != 0 ? -1 : 1;
      level += (gain << places_) * z + (others_[i] << (places_ - 1)) * z +
               curvature_[i] * (z * whole - z * z);
      const Wide slope = ((gain + others_[i]) << places_) - ground_.growth[i] * factor +
                         sign * each_ * slack_ + sign * tie_ * (more - fewer - 2 * change) +
                         curvature_[i] * (whole - 2 * z);
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
    const double items = ground_.size();
    size += 8 * margin_.range.tie * items * items;
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
  std::int64_t tie_;
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
  const double v =
      part[at(item)] - range.tie - each * static_cast<double>(instance().weights()[at(item)]);
  return alpha + v / (4 * alpha);
}

Margin margin_of(const QkpInstance& instance, BitView reference) {
  Margin margin;
  margin.ground = outline_of(instance, reference);
  choose_parts(margin);
  margin.spread = spread_of(margin);
  take_smooth_part(margin);
  choose_order(margin);
  return margin;
}

void tie_count(Margin& margin, const CountRange& range) {
  margin.range = range;
  choose_order(margin);
}

// With c items, profit = profits.x + x'Ex + c part.x, and x'Ex <= norm c.
Index most_items_below(const Margin& margin, Profit value, double norm) {
  std::vector<Profit> profits(margin.instance().profits().begin(),
                              margin.instance().profits().end());
  std::vector<double> parts = margin.part;
  std::ranges::sort(profits, std::greater<>());
  std::ranges::sort(parts, std::greater<>());
  constexpr double safety = 1 + 1e-9;
  double profit = 0;
  double part = 0;
  for (Index c = 1; c <= margin.ground.size(); ++c) {
    profit += static_cast<double>(std::max<Profit>(0, profits[at(c - 1)]));
    part += std::max(0.0, parts[at(c - 1)]);
    if (safety * (profit + c * (part + norm)) > static_cast<double>(value)) return c - 1;
  }
  return margin.ground.size();
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
  if (!std::ranges::all_of(curvature, in_reach) || !in_reach(margin.one) ||
      !in_reach(margin.each) || !in_reach(margin.range.tie))
    return std::nullopt;
  const std::optional<Wide> bound = Tangent(margin, curvature, point).bound();
  if (!bound) return std::nullopt;

  return margin.ground.value + static_cast<Profit>(*bound >> bound_bits(margin.ground));
}

}  // namespace spinsack::proof
