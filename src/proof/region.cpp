// SPDX-License-Identifier: Apache-2.0
#include "proof/region.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spinsack::proof {

Region whole(const Ground& ground) {
  Region region;
  region.changed.assign(at(ground.size()), 0);
  region.active.resize(at(ground.size()));
  std::iota(region.active.begin(), region.active.end(), 0);
  region.gain = ground.gain;
  region.room = ground.room;
  region.count = ground.count;
  region.curvature.assign(at(ground.size()), 0);
  return region;
}

Bits items_of(const Region& region, const Ground& ground) {
  Bits items = ground.reference;
  for (std::size_t i = 0; i < items.size(); ++i) items[i] ^= region.changed[i];
  return items;
}

Linear linear_of(const Factor& factor, const Region& region, const Ground& ground) {
  using Kind = Factor::Kind;
  Linear linear{.constant = 0, .coefficient = std::vector<double>(region.size(), 0.0)};
  const auto along = [&](double start,
                         double sign) {  // start + sign * (change of the number of items)
    linear.constant = start;
    for (std::size_t a = 0; a < region.size(); ++a)
      linear.coefficient[a] = sign * ground.sign[at(region.active[a])];
  };
  switch (factor.kind) {
    case Kind::one:
      linear.constant = 1;
      break;
    case Kind::slack:
      linear.constant = static_cast<double>(region.room);
      for (std::size_t a = 0; a < region.size(); ++a)
        linear.coefficient[a] = -static_cast<double>(ground.growth[at(region.active[a])]);
      break;
    case Kind::chosen:
    case Kind::left: {
      const double direction = factor.kind == Kind::chosen ? 1 : -1;
      std::size_t a = 0;
      for (const Index i : ground.groups[factor.group]) {
        const bool in = (ground.reference[at(i)] ^ region.changed[at(i)]) != 0;
        if (in == (factor.kind == Kind::chosen)) linear.constant += 1;
        while (a < region.size() && region.active[a] < i) ++a;
        if (a < region.size() && region.active[a] == i)
          linear.coefficient[a] = direction * ground.sign[at(i)];
      }
      break;
    }
    case Kind::above:
      along(static_cast<double>(region.count - region.range->low), 1);
      break;
    case Kind::below:
      along(static_cast<double>(region.range->high - region.count), -1);
      break;
  }
  return linear;
}

void decide(Region& region, const Ground& ground, const std::vector<Decision>& decisions) {
  const std::size_t size = region.size();
  for (std::size_t t = 0; t < size; ++t) {
    if (decisions[t] != Decision::change) continue;
    const Index item = region.active[t];
    region.changed[at(item)] = 1;
    region.constant += region.gain[t];
    region.room -= ground.growth[at(item)];
    region.count += ground.sign[at(item)] > 0 ? 1 : -1;
    const double* const pair = ground.pair.column(at(item));
    for (std::size_t a = 0; a < size; ++a)
      region.gain[a] += static_cast<Profit>(pair[region.active[a]]);
  }
  std::size_t kept = 0;
  for (std::size_t a = 0; a < size; ++a) {
    if (decisions[a] != Decision::open) continue;
    region.active[kept] = region.active[a];
    region.gain[kept] = region.gain[a];
    region.curvature[kept] = region.curvature[a];
    ++kept;
  }
  region.active.resize(kept);
  region.gain.resize(kept);
  region.curvature.resize(kept);
  // A product of which nothing is left adds nothing to the bound but its own rounding.
  const auto trivial = [&](const Product& product) {
    const auto constant = [](const Linear& linear) {
      return std::ranges::all_of(linear.coefficient, [](double c) { return c == 0; });
    };
    const Linear first = linear_of(product.first, region, ground);
    const Linear second = linear_of(product.second, region, ground);
    const bool still_first = constant(first);
    const bool still_second = constant(second);
    return (still_first && still_second) || (still_first && first.constant == 0) ||
           (still_second && second.constant == 0);
  };
  std::erase_if(region.products, trivial);
}

}  // namespace spinsack::proof
