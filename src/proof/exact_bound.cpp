// SPDX-License-Identifier: Apache-2.0
#include "proof/exact_bound.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace spinsack::proof {
namespace {

constexpr Wide wide_one = 1;
// Half of what 128 bits hold, as a double: sums of absolute values stay below.
const double most = std::ldexp(1.0, 125);

std::int64_t units(double value, int places) {
  return static_cast<std::int64_t>(std::ldexp(value, places));
}

// No smaller than any sum of terms of the bound and its slope, by absolute values: if it fits, nothing overflows.
// others: the pair profits of each item at z, in units of 2^-point_bits.
double size_of_terms(const Region& region, const Workspace& work, const std::vector<double>& point,
                     const std::vector<Wide>& others) {
  const std::size_t m = region.size();
  double size = std::abs(static_cast<double>(region.constant));
  for (std::size_t i = 0; i < m; ++i) {
    const double reach = 1 + 2 * std::abs(point[i]);
    size += reach * (std::abs(static_cast<double>(region.gain[i])) +
                     std::ldexp(std::abs(static_cast<double>(others[i])), -point_bits) +
                     reach * std::abs(region.curvature[i]));
  }
  std::vector<double> widest(work.directions.columns(), 0);  // in the box and around z
  for (std::size_t u = 0; u < widest.size(); ++u) {
    const double* const direction = work.directions.column(u);
    for (std::size_t i = 0; i < m; ++i)
      widest[u] += (1 + 2 * std::abs(point[i])) * std::abs(direction[i]);
  }
  const auto widest_of = [&](const Linear& factor) {
    return std::max(1.0,
                    std::abs(factor.constant) + std::abs(factor.scale) * widest[factor.direction]);
  };
  for (std::size_t k = 0; k < region.products.size(); ++k)
    size += 4 * std::abs(region.products[k].strength) * widest_of(work.first[k]) *
            widest_of(work.second[k]);
  return size;
}

// Q z over the active items. Integers that doubles hold are added up in them.
std::vector<Wide> pairs_at(const Region& region, const Ground& ground,
                           const std::vector<std::int64_t>& z) {
  const std::size_t m = region.size();
  std::vector<Wide> others(m, 0);
  double largest = 0;
  for (const std::int64_t part : z)
    largest = std::max(largest, std::abs(static_cast<double>(part)));
  if (largest * static_cast<double>(ground.instance->total_profit()) < 0x1p52) {
    std::vector<double> sum(m, 0.0);
    for (std::size_t j = 0; j < m; ++j) {
      const double* const pair = ground.pair.column(at(region.active[j]));
      const auto part = static_cast<double>(z[j]);
      for (std::size_t i = 0; i < m; ++i) sum[i] += pair[region.active[i]] * part;
    }
    std::ranges::transform(sum, others.begin(), [](double s) { return static_cast<Wide>(s); });
    return others;
  }
  for (std::size_t i = 0; i < m; ++i) {
    const double* const pair = ground.pair.column(at(region.active[i]));
    for (std::size_t j = 0; j < m; ++j)
      others[i] += static_cast<Wide>(static_cast<std::int64_t>(pair[region.active[j]])) * z[j];
  }
  return others;
}

// Whether 64 bits hold all multipliers, and the point is near the box.
bool in_reach(const Region& region, const std::vector<double>& point, int strength_bits) {
  const auto small = [&](double multiplier) {
    return std::abs(std::ldexp(multiplier, strength_bits)) < 0x1p62;
  };
  return std::ranges::all_of(point, [](double z) { return std::abs(z) < 1024; }) &&
         std::ranges::all_of(region.curvature, small) &&
         std::ranges::all_of(region.products, small, &Product::strength);
}

}  // namespace

double rounded(double value, int places) {
  // Powers of two by their bits: std::ldexp takes longer than all the rest of it.
  const auto power = [](int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
  };
  return std::nearbyint(value * power(places)) * power(-places);
}

std::optional<Wide> exact_bound(const Region& region, const Ground& ground, const Workspace& work,
                                const std::vector<double>& point) {
  const std::size_t m = region.size();
  constexpr Wide point_one = wide_one << point_bits;
  const int strength_bits = ground.strength_bits;
  if (!in_reach(region, point, strength_bits)) return std::nullopt;
  std::vector<std::int64_t> z(m);
  for (std::size_t i = 0; i < m; ++i) z[i] = units(point[i], point_bits);
  const std::vector<Wide> others = pairs_at(region, ground, z);
  if (!(std::ldexp(size_of_terms(region, work, point, others), bound_bits(ground)) < most))
    return std::nullopt;

  Wide level = static_cast<Wide>(region.constant) << bound_bits(ground);
  std::vector<Wide> slope(m);  // in units of 2^-(strength_bits + point_bits)
  for (std::size_t i = 0; i < m; ++i) {
    const Wide gain = static_cast<Wide>(region.gain[i]) << point_bits;
    const auto curvature = static_cast<Wide>(units(region.curvature[i], strength_bits));
    // gain z + 1/2 z Q z + curvature (z - z^2).
    level += (gain << strength_bits) * z[i] + (others[i] << (strength_bits - 1)) * z[i] +
             curvature * (z[i] * point_one - static_cast<Wide>(z[i]) * z[i]);
    slope[i] = ((gain + others[i]) << strength_bits) +
               curvature * (point_one - 2 * static_cast<Wide>(z[i]));
  }
  // The products, along their directions.
  const std::size_t directions = work.directions.columns();
  std::vector<Wide> value(directions, 0);  // direction.z, in units of 2^-point_bits
  std::vector<Wide> along(directions, 0);  // of the slope
  for (std::size_t u = 0; u < directions; ++u) {
    const double* const direction = work.directions.column(u);
    for (std::size_t i = 0; i < m; ++i)
      value[u] += static_cast<Wide>(static_cast<std::int64_t>(direction[i])) * z[i];
  }
  const auto value_of = [&](const Linear& factor) {
    return (static_cast<Wide>(static_cast<std::int64_t>(factor.constant)) << point_bits) +
           static_cast<std::int64_t>(factor.scale) * value[factor.direction];
  };
  for (std::size_t k = 0; k < region.products.size(); ++k) {
    const auto factor = static_cast<Wide>(units(region.products[k].strength, strength_bits));
    const Linear& a = work.first[k];
    const Linear& b = work.second[k];
    const Wide value_a = value_of(a);
    const Wide value_b = value_of(b);
    level += factor * value_a * value_b;
    along[a.direction] += factor * static_cast<std::int64_t>(a.scale) * value_b;
    along[b.direction] += factor * static_cast<std::int64_t>(b.scale) * value_a;
  }
  for (std::size_t u = 0; u < directions; ++u) {
    const double* const direction = work.directions.column(u);
    for (std::size_t i = 0; i < m; ++i)
      if (direction[i] != 0)
        slope[i] += static_cast<Wide>(static_cast<std::int64_t>(direction[i])) * along[u];
  }
  for (std::size_t i = 0; i < m; ++i)
    level += slope[i] > 0 ? slope[i] * (point_one - z[i]) : -slope[i] * z[i];
  return level;
}

double real_bound(Wide bound, const Ground& ground) {
  const double value = std::ldexp(static_cast<double>(bound), -bound_bits(ground));
  return value + std::abs(value) * 1e-15 + 1e-15;
}

}  // namespace spinsack::proof
