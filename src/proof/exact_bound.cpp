// SPDX-License-Identifier: Apache-2.0
#include "proof/exact_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinsack::proof {
namespace {

constexpr Wide wide_one = 1;
constexpr Wide largest = ~(wide_one << 127);
// Half of what 128 bits hold, as a double: sums of absolute values stay below.
const double most = std::ldexp(1.0, 125);

std::int64_t units(double value, int places) {
  return static_cast<std::int64_t>(std::ldexp(value, places));
}

}  // namespace

double rounded(double value, int places) {
  return std::ldexp(std::nearbyint(std::ldexp(value, places)), -places);
}

Wide exact_bound(const Region& region, const Ground& ground, const Workspace& work,
                 const std::vector<double>& point) {
  const std::size_t m = region.size();
  constexpr Wide point_one = wide_one << point_bits;
  std::vector<std::int64_t> z(m);
  for (std::size_t i = 0; i < m; ++i) {
    if (!(std::abs(point[i]) < 1024) || !(std::abs(region.curvature[i]) < 0x1p30)) return largest;
    z[i] = units(point[i], point_bits);
  }
  // Sums of absolute values, to see that nothing overflows.
  double size = std::abs(static_cast<double>(region.constant));
  Wide level = static_cast<Wide>(region.constant) << bound_bits;
  std::vector<Wide> slope(m);  // in units of 2^-(strength_bits + point_bits)
  for (std::size_t i = 0; i < m; ++i) {
    const double* const pair = ground.pair.column(at(region.active[i]));
    Wide sum = 0;
    for (std::size_t j = 0; j < m; ++j)
      sum += static_cast<Wide>(static_cast<std::int64_t>(pair[region.active[j]])) * z[j];
    const Wide gain = static_cast<Wide>(region.gain[i]) << point_bits;
    const auto curvature = static_cast<Wide>(units(region.curvature[i], strength_bits));
    // gain z + 1/2 z Q z + curvature (z - z^2).
    level += (gain << strength_bits) * z[i] + (sum << (strength_bits - 1)) * z[i] +
             curvature * (z[i] * point_one - static_cast<Wide>(z[i]) * z[i]);
    slope[i] =
        ((gain + sum) << strength_bits) + curvature * (point_one - 2 * static_cast<Wide>(z[i]));
    const double reach = 1 + 2 * std::abs(point[i]);
    size += reach * (std::abs(static_cast<double>(region.gain[i])) +
                     std::ldexp(std::abs(static_cast<double>(sum)), -point_bits) +
                     reach * std::abs(region.curvature[i]));
  }
  // The products, along their directions.
  const std::size_t directions = work.directions.columns();
  std::vector<Wide> value(directions, 0);     // direction.z, in units of 2^-point_bits
  std::vector<double> widest(directions, 0);  // no smaller in the box and around z
  std::vector<Wide> along(directions, 0);     // of the slope
  for (std::size_t u = 0; u < directions; ++u) {
    const double* const direction = work.directions.column(u);
    for (std::size_t i = 0; i < m; ++i) {
      value[u] += static_cast<Wide>(static_cast<std::int64_t>(direction[i])) * z[i];
      widest[u] += (1 + 2 * std::abs(point[i])) * std::abs(direction[i]);
    }
  }
  const auto value_of = [&](const Linear& factor) {
    return (static_cast<Wide>(static_cast<std::int64_t>(factor.constant)) << point_bits) +
           static_cast<std::int64_t>(factor.scale) * value[factor.direction];
  };
  const auto widest_of = [&](const Linear& factor) {
    return std::abs(factor.constant) + std::abs(factor.scale) * widest[factor.direction];
  };
  for (std::size_t k = 0; k < region.products.size(); ++k) {
    const double strength = region.products[k].strength;
    if (!(std::abs(strength) < 0x1p30)) return largest;
    const auto factor = static_cast<Wide>(units(strength, strength_bits));
    const Linear& a = work.first[k];
    const Linear& b = work.second[k];
    size += 4 * std::abs(strength) * widest_of(a) * widest_of(b);
    if (!(std::ldexp(size, bound_bits) < most)) return largest;
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
  if (!(std::ldexp(size, bound_bits) < most)) return largest;
  for (std::size_t i = 0; i < m; ++i)
    level += slope[i] > 0 ? slope[i] * (point_one - z[i]) : -slope[i] * z[i];
  return level;
}

double real_bound(Wide bound) {
  const double value = std::ldexp(static_cast<double>(bound), -bound_bits);
  return value + std::abs(value) * 1e-15 + 1e-15;
}

}  // namespace spinsack::proof
