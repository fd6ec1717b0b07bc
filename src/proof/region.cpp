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

std::size_t direction_count(const Ground& ground) { return ground.groups.size() + 2; }

void write_direction(std::size_t direction, const Region& region, const Ground& ground,
                     double* out) {
  const std::size_t groups = ground.groups.size();
  if (direction >= groups) {
    for (std::size_t a = 0; a < region.size(); ++a) {
      const std::size_t i = at(region.active[a]);
      out[a] = direction == groups ? static_cast<double>(ground.growth[i]) : ground.sign[i];
    }
    return;
  }
  std::fill_n(out, region.size(), 0.0);
  std::size_t a = 0;
  for (const Index i : ground.groups[direction]) {
    while (a < region.size() && region.active[a] < i) ++a;
    if (a < region.size() && region.active[a] == i) out[a] = ground.sign[at(i)];
  }
}

GroupCounts::GroupCounts(const Region& region, const Ground& ground)
    : in(ground.groups.size(), 0), out(in), active(in) {
  for (std::size_t g = 0; g < ground.groups.size(); ++g) {
    std::size_t a = 0;
    for (const Index i : ground.groups[g]) {
      ++((ground.reference[at(i)] ^ region.changed[at(i)]) != 0 ? in[g] : out[g]);
      while (a < region.size() && region.active[a] < i) ++a;
      if (a < region.size() && region.active[a] == i) ++active[g];
    }
  }
}

Linear linear_of(const Factor& factor, const Region& region, const Ground& ground,
                 const GroupCounts& counts) {
  using Kind = Factor::Kind;
  const std::size_t groups = ground.groups.size();
  const double any = region.size() > 0 ? 1 : 0;
  switch (factor.kind) {
    case Kind::one:
      break;
    case Kind::slack:
      return {static_cast<double>(region.room), -any, groups};
    case Kind::chosen:
      return {static_cast<double>(counts.in[factor.group]),
              counts.active[factor.group] > 0 ? 1.0 : 0.0, factor.group};
    case Kind::left:
      return {static_cast<double>(counts.out[factor.group]),
              counts.active[factor.group] > 0 ? -1.0 : 0.0, factor.group};
    case Kind::above:
      return {static_cast<double>(region.count - region.range->low), any, groups + 1};
    case Kind::below:
      return {static_cast<double>(region.range->high - region.count), -any, groups + 1};
  }
  return {1, 0, 0};
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
  const GroupCounts counts(region, ground);
  const auto trivial = [&](const Product& product) {
    const Linear first = linear_of(product.first, region, ground, counts);
    const Linear second = linear_of(product.second, region, ground, counts);
    return (first.scale == 0 && second.scale == 0) || (first.scale == 0 && first.constant == 0) ||
           (second.scale == 0 && second.constant == 0);
  };
  std::erase_if(region.products, trivial);
}

}  // namespace spinsack::proof
