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

constexpr int part_places = 8;

double half_of_mean_pair(const Ground& ground) {
  return rounded(ground.mean_pair / 2, part_places);
}

// The profit of a pair as the sum of what each of the two brings on average. Where pairs bring nothing on average it is the
// same for all, so that K is a negative multiple of 11'.
void take_sums(Margin& margin) {
  const Ground& ground = margin.ground;
  const auto n = static_cast<double>(ground.size());
  const double half = half_of_mean_pair(ground);
  margin.mass.assign(ground.gain.size(), 1);
  margin.part.assign(ground.gain.size(), half);
  if (half > 0)
    for (std::size_t i = 0; i < margin.part.size(); ++i)
      margin.part[i] = rounded(static_cast<double>(ground.row_sum[i]) / n, part_places) - half;
  measure_noise(margin);
}

// As their product. Not where the entries of E would be rounded.
bool take_products(Margin& margin) {
  constexpr double least = 1.0 / 16;
  constexpr double most = 64;
  const Ground& ground = margin.ground;
  const double half = half_of_mean_pair(ground);
  const double exact = std::ldexp(1.0, 52 - part_places - mass_places);
  if (!(half > 0) || !(static_cast<double>(ground.largest_pair) + 2 * most * most * half < exact))
    return false;
  const double mean_row = ground.mean_pair * ground.size();
  for (std::size_t i = 0; i < margin.part.size(); ++i) {
    const double mass = static_cast<double>(ground.row_sum[i]) / mean_row;
    margin.mass[i] = rounded(std::clamp(mass, least, most), mass_places);
    margin.part[i] = rounded(half * margin.mass[i], part_places);
  }
  measure_noise(margin);
  return true;
}

void choose_parts(Margin& margin) {
  constexpr double clearly_less = 0.9999;
  take_sums(margin);
  const double spread = margin.spread;
  if (take_products(margin) && !(margin.spread < clearly_less * spread)) take_sums(margin);
}

// Half of what a pair of the reference's items brings, about, per mass of each; positive where pairs bring something on
// average.
double part_of_those_in(const Margin& margin) {
  const Ground& ground = margin.ground;
  const double half = half_of_mean_pair(ground);
  if (ground.count == 0) return half;
  double sum = 0;
  for (std::size_t i = 0; i < margin.part.size(); ++i)
    if (ground.reference[i] != 0) sum += margin.part[i];
  return std::max(sum / margin.mass_of_reference(), half / 2);
}

// For which rho is 0 where the decision is open. Any number above 0 is right.
void choose_alpha(Margin& margin) {
  constexpr double least = 1.0 / 64;
  const double half = half_of_mean_pair(margin.ground);
  if (half > 0)
    margin.alpha =
        std::sqrt(std::max(part_of_those_in(margin) - margin.range.tie, least * half)) / 2;
}

// What the tie brings for one more unit of mass, at the reference.
double pull_of_tie(const Margin& margin) {
  return margin.range.tie * (margin.range.more - margin.range.less);
}

// The price of capacity is paid for the mass in, which bends L the right way, unless pairs bring nothing on average; a tie
// leaves less to bend.
void choose_strengths(Margin& margin) {
  const Ground& ground = margin.ground;
  const int places = ground.strength_bits;
  double price = ground.price;
  double share = 1;
  if (margin.range.tie > 0) {
    std::vector<double> gain(ground.gain.begin(), ground.gain.end());
    for (std::size_t i = 0; i < gain.size(); ++i)
      gain[i] += pull_of_tie(margin) * margin.mass[i] * ground.sign[i];
    price = price_of(gain, ground.growth, ground.room);
    share = std::max(0.0, 1 - margin.range.tie / part_of_those_in(margin));
  }
  const double mass = margin.mass_of_reference();
  margin.each = 0;
  if (margin.alpha > 0 && mass > 0)
    margin.each = std::ldexp(std::floor(std::ldexp(share * price / mass, places)), -places);
  margin.one = std::max(0.0, rounded(price - margin.each * mass, places));
}

// What is left once pairs are dealt with.
void choose_order(Margin& margin) {
  const Ground& ground = margin.ground;
  choose_alpha(margin);
  choose_strengths(margin);
  const double price = margin.one + margin.each * margin.mass_of_reference();
  const double own = margin.each * static_cast<double>(ground.room) + pull_of_tie(margin);
  std::vector<double> unclear(ground.gain.size());  // 0 for what L would have changed
  margin.clear.clear();
  for (std::size_t i = 0; i < ground.gain.size(); ++i) {
    const double slope = static_cast<double>(ground.gain[i]) -
                         price * static_cast<double>(ground.growth[i]) +
                         own * margin.mass[i] * ground.sign[i];
    margin.clear.push_back(std::abs(slope));
    unclear[i] = slope > 0 ? 0 : -slope / margin.noise[i];
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
      z_.push_back(units(point[i], margin_point_bits));
      masses_.push_back(units(margin.mass[i], mass_places));
      curvature_.push_back(units(curvature[i], places_));
    }
    const bool small = margin.instance().total_profit() < (Profit{1} << (62 - margin_point_bits));
    others_ = small ? sums_of_pairs<std::int64_t>() : sums_of_pairs<Wide>();
    slack_ = static_cast<Wide>(ground_.room) << margin_point_bits;
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const Wide change = static_cast<Wide>(masses_[i]) * z_[i];
      change_ += ground_.reference[i] != 0 ? -change : change;
      if (ground_.reference[i] != 0) mass_ += static_cast<Wide>(masses_[i]) << margin_point_bits;
      if (ground_.reference[i] != 0) others_[i] = -others_[i];
      slack_ -= static_cast<Wide>(ground_.growth[i]) * z_[i];
    }
    mass_ += change_;
  }

  // In units of 2^-places().
  std::optional<Wide> bound() const {
    if (!(std::ldexp(size_of_terms(), places()) < 0x1p125)) return std::nullopt;
    constexpr Wide whole = Wide{1} << margin_point_bits;
    const Wide factor =
        (static_cast<Wide>(one_) << (margin_point_bits + mass_places)) + each_ * mass_;
    const Wide less = static_cast<Wide>(units(margin_.range.less, mass_places))
                      << margin_point_bits;
    const Wide more = static_cast<Wide>(units(margin_.range.more, mass_places))
                      << margin_point_bits;
    Wide level = ((slack_ * factor) << mass_places) + tie_ * (less + change_) * (more - change_);
    for (std::size_t i = 0; i < z_.size(); ++i) {
      const Wide z = z_[i];
      const Wide gain = static_cast<Wide>(ground_.gain[i]) << margin_point_bits;
      const Wide sign = ground_.reference[i] != 0 ? -1 : 1;
      level += ((gain << places_) * z + (others_[i] << (places_ - 1)) * z +
                curvature_[i] * (z * whole - z * z))
               << (2 * mass_places);
      const Wide of_mass = sign * masses_[i] *
                           (((each_ * slack_) << mass_places) + tie_ * (more - less - 2 * change_));
      const Wide slope = (((gain + others_[i]) << places_) + curvature_[i] * (whole - 2 * z))
                         << (2 * mass_places);
      const Wide all = slope + of_mass - ((ground_.growth[i] * factor) << mass_places);
      level += all > 0 ? all * (whole - z) : -all * z;
    }
    return level;
  }

  int places() const { return places_ + 2 * (margin_point_bits + mass_places); }

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
    const double mass = std::accumulate(margin_.mass.begin(), margin_.mass.end(), 0.0);
    double size =
        4 * (weight + static_cast<double>(ground_.room)) * (margin_.one + margin_.each * 2 * mass);
    size += 8 * margin_.range.tie * mass * mass;
    for (std::size_t i = 0; i < z_.size(); ++i)
      size += 3 * (std::abs(static_cast<double>(ground_.gain[i])) +
                   std::ldexp(std::abs(static_cast<double>(others_[i])), -margin_point_bits) +
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
  std::vector<std::int64_t> masses_;
  std::vector<Wide> others_;  // Q z
  Wide slack_ = 0;
  Wide mass_ = 0;
  Wide change_ = 0;  // of the mass
};

// The most of the values that a set of so much mass brings, if parts of items could be taken.
class Filling {
 public:
  Filling(const std::vector<double>& value, const std::vector<double>& mass) {
    std::vector<std::size_t> order(value.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, std::greater<>(), [&](std::size_t i) { return value[i] / mass[i]; });
    for (const std::size_t i : order) {
      if (!(value[i] > 0)) break;
      filled_.push_back(filled_.back() + mass[i]);
      brought_.push_back(brought_.back() + value[i]);
    }
  }

  double most(double mass) const {
    const auto next =
        static_cast<std::size_t>(std::ranges::upper_bound(filled_, mass) - filled_.begin());
    if (next == filled_.size()) return brought_.back();
    const double share = (mass - filled_[next - 1]) / (filled_[next] - filled_[next - 1]);
    return brought_[next - 1] + share * (brought_[next] - brought_[next - 1]);
  }

 private:
  std::vector<double> filled_{0};
  std::vector<double> brought_{0};
};

}  // namespace

double unit_error(double k) {
  constexpr double unit = std::numeric_limits<double>::epsilon() / 2;
  return 1.0001 * k * unit / (1 - k * unit);
}

double Margin::mass_of_reference() const {
  double sum = 0;
  for (std::size_t i = 0; i < mass.size(); ++i)
    if (ground.reference[i] != 0) sum += mass[i];
  return sum;
}

void measure_noise(Margin& margin) {
  const Index n = margin.ground.size();
  const Index step = std::max<Index>(1, n / 256);
  std::vector<double> row;
  std::vector<double> squares(at(n), 0.0);
  double rows = 0;
  for (Index i = 0; i < n; i += step) {
    write_row(margin, i, row);
    row[at(i)] = 0;  // the diagonal is no noise
    for (std::size_t j = 0; j < row.size(); ++j) squares[j] += row[j] * row[j];
    ++rows;
  }
  const double mean = std::accumulate(squares.begin(), squares.end(), 0.0) / n;
  margin.spread = std::sqrt(mean / rows);
  constexpr double least = 1.0 / 16;
  margin.noise.assign(at(n), 1);
  if (mean > 0)
    for (std::size_t j = 0; j < squares.size(); ++j)
      margin.noise[j] = std::max(least, std::sqrt(squares[j] / mean));
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
  const double v = part[at(item)] - range.tie * mass[at(item)] -
                   each * static_cast<double>(instance().weights()[at(item)]);
  return alpha * mass[at(item)] + v / (4 * alpha);
}

Margin margin_of(const QkpInstance& instance, BitView reference) {
  Margin margin;
  margin.ground = outline_of(instance, reference);
  choose_parts(margin);
  take_smooth_part(margin);
  choose_order(margin);
  return margin;
}

void tie_mass(Margin& margin, const MassRange& range) {
  margin.range = range;
  choose_order(margin);
}

// With mass c, profit = profits.x + x'Ex + c part.x, and x'Ex <= norm c.
double most_mass_below(const Margin& margin, Profit value, double norm) {
  const Filling profits({margin.instance().profits().begin(), margin.instance().profits().end()},
                        margin.mass);
  const Filling parts(margin.part, margin.mass);
  const auto worth_more = [&](double mass) {
    constexpr double safety = 1 + 1e-9;
    return safety * (profits.most(mass) + mass * (parts.most(mass) + norm)) >
           static_cast<double>(value);
  };
  double low = 0;
  double high = std::accumulate(margin.mass.begin(), margin.mass.end(), 0.0);
  if (!worth_more(high)) return high;
  while (high - low > 0.5) {
    const double middle = (low + high) / 2;
    (worth_more(middle) ? high : low) = middle;
  }
  return low;
}

double most_mass_that_fits(const Margin& margin) {
  const auto weights = margin.instance().weights();
  const Filling filling(margin.mass, {weights.begin(), weights.end()});
  constexpr double safety = 1 + 1e-9;
  return safety * filling.most(static_cast<double>(margin.instance().capacity()));
}

void write_row(const Margin& margin, Index item, std::vector<double>& row) {
  const auto n = at(margin.ground.size());
  const double own = 0.5 * margin.part[at(item)];
  const double mass = 0.5 * margin.mass[at(item)];
  row.resize(n);
  for (std::size_t j = 0; j < n; ++j) row[j] = -own * margin.mass[j] - mass * margin.part[j];
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
  const Tangent tangent(margin, curvature, point);
  const std::optional<Wide> bound = tangent.bound();
  if (!bound) return std::nullopt;

  return margin.ground.value + static_cast<Profit>(*bound >> tangent.places());
}

}  // namespace spinsack::proof
