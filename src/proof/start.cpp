// SPDX-License-Identifier: Apache-2.0
#include "proof/start.hpp"

#include "proof/exact_bound.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace spinsack::proof {
namespace {

using Kind = Factor::Kind;
using Sign = Product::Sign;
using linear::Factored;

constexpr Factor one{.kind = Kind::one};
constexpr Factor slack{.kind = Kind::slack};
constexpr Factor above{.kind = Kind::above};
constexpr Factor below{.kind = Kind::below};

constexpr double small_share =
    0.1;  // of the total weight: with a smaller capacity the number of items decides

Factor chosen(std::size_t group) { return {.kind = Kind::chosen, .group = group}; }
Factor left(std::size_t group) { return {.kind = Kind::left, .group = group}; }

// Items of the group that differ from the reference: groups lie on one side of it.
Factor changed(const Ground& ground, std::size_t group) {
  return ground.reference[at(ground.groups[group].front())] != 0 ? left(group) : chosen(group);
}

double usable(double strength, const Ground& ground) {
  const double smallest = std::ldexp(1.0, 4 - ground.strength_bits);
  return rounded(std::max(strength, smallest), ground.strength_bits);
}

void add(Region& region, const Ground& ground, Factor first, Factor second, double strength,
         Sign sign = Sign::positive) {
  Product product{.first = first, .second = second};
  product.sign = sign;
  product.strength = sign == Sign::free ? strength : usable(strength, ground);
  if (sign == Sign::positive) product.slack = region.barrier / product.strength;
  region.products.push_back(product);
}

Product* find(Region& region, Factor first, Factor second) {
  const auto found = std::ranges::find_if(region.products, [&](const Product& product) {
    return product.first == first && product.second == second;
  });
  return found == region.products.end() ? nullptr : &*found;
}

double typical_pair(const Ground& ground) { return std::max(std::abs(ground.mean_pair), 0.01); }

// How much more than usual items weigh: free capacity is worth less by that.
double heaviness(const Ground& ground) {
  constexpr double usual = 64;
  return std::max(1.0,
                  static_cast<double>(ground.instance->total_weight()) / ground.size() / usual);
}

// Each capacity product with the price it would have alone, the others small.
void add_products(Region& region, const Ground& ground) {
  const double price = ground.price;
  const double pair = typical_pair(ground);
  const double in = std::max<double>(1, ground.count);
  const bool ranged = region.range.has_value();
  add(region, ground, one, slack, (ranged ? 0.97 : 0.05) * price);
  if (ranged) {
    add(region, ground, above, below, 0.52 * pair);
    add(region, ground, above, one, 0.01 * pair);
    add(region, ground, below, one, 0.01 * pair);
    add(region, ground, above, slack, 0.002 * price / in);
    add(region, ground, below, slack, 0.002 * price / in);
  }
  for (std::size_t g = 0; g < ground.groups.size(); ++g) {
    add(region, ground, chosen(g), slack, (ranged ? 0.01 : 0.93) * price / in);
    add(region, ground, left(g), slack, 0.002 * price / ground.size());
  }
  for (std::size_t g = 0; g < ground.groups.size(); ++g)
    for (std::size_t h = g; h < ground.groups.size(); ++h)
      add(region, ground, changed(ground, g), changed(ground, h), 0.002 * pair);
}

// Numbers of items: around that of the reference, then ranges that grow away from it, until none and until the most
// that can fit.
std::vector<Range> ranges_of(const Ground& ground, Index reach) {
  std::vector<Weight> weights(ground.instance->weights().begin(), ground.instance->weights().end());
  std::ranges::sort(weights);
  Index most = 0;
  for (Weight load = 0;
       at(most) < weights.size() && load + weights[at(most)] <= ground.instance->capacity(); ++most)
    load += weights[at(most)];
  constexpr double growth = 1.6;
  std::vector<Range> ranges{
      {std::max(0, ground.count - reach), std::min(most, ground.count + reach)}};
  double width = 2 * reach + 1;
  for (Index high = ranges[0].low - 1; high >= 0; width *= growth) {
    const Index low = std::max(0, high - static_cast<Index>(width) + 1);
    ranges.push_back({low, high});
    high = low - 1;
  }
  width = 2 * reach + 1;
  for (Index low = ranges[0].high + 1; low <= most; width *= growth) {
    const Index high = std::min(most, low + static_cast<Index>(width) - 1);
    ranges.push_back({low, high});
    low = high + 1;
  }
  std::ranges::reverse(ranges);
  return ranges;
}

// curvature_i = distance_i + base for the least base that makes S definite, and a little more: the best of a few.
bool choose_curvature(Region& region, const Ground& ground, Workspace& work,
                      const linear::Impatient& impatient) {
  const auto try_base = [&](double base) {
    for (std::size_t i = 0; i < region.size(); ++i)
      region.curvature[i] = rounded(ground.distance[i] + base, ground.strength_bits);
    build(region, ground, work);
    return find_top(region, work, impatient);
  };
  lay_out_products(region, ground, work);
  double low = 0;
  double high = -1;
  double base = std::max(1.0, typical_pair(ground) * std::sqrt(static_cast<double>(region.size())));
  constexpr int most_tries = 40;
  for (int tries = 0; tries < most_tries; ++tries) {
    const Factored factored = try_base(base);
    if (factored == Factored::interrupted) return false;
    (factored == Factored::whole ? high : low) = base;
    if (high < 0) {
      base *= 3;
    } else {
      if (high - low < 0.25 * high) break;
      base = 0.5 * (low + high);
    }
  }
  if (high < 0) return false;
  std::vector<double> best;
  double best_top = 0;
  for (const double factor : {1.2, 2.0, 3.5}) {
    const Factored factored = try_base(factor * high + 1);
    if (factored == Factored::interrupted) return false;
    if (factored != Factored::whole || (!best.empty() && work.top >= best_top)) continue;
    best = region.curvature;
    best_top = work.top;
  }
  if (best.empty()) return false;
  region.curvature = best;
  return true;
}

}  // namespace

std::optional<Start> start_of(const Ground& ground, Workspace& work,
                              const linear::Impatient& impatient) {
  Start start{.region = whole(ground), .ranges = {}};
  const QkpInstance& instance = *ground.instance;
  if (static_cast<double>(instance.capacity()) <
      small_share * static_cast<double>(instance.total_weight())) {
    const auto reach =
        static_cast<Index>(std::max(1.0, std::round(std::sqrt(400 / typical_pair(ground)))));
    start.ranges = ranges_of(ground, reach);
    start.region.range = start.ranges.back();
  }
  add_products(start.region, ground);
  if (!choose_curvature(start.region, ground, work, impatient)) return std::nullopt;
  return start;
}

void restrict_to(Region& region, const Ground& ground, Range range) {
  const bool ranged = region.range.has_value();
  const double pair = typical_pair(ground);
  region.range = range;
  if (!range.single()) {
    if (ranged) return;
    const double strength = 0.02 * pair;
    add(region, ground, above, below, strength);
    add(region, ground, above, one, strength);
    add(region, ground, below, one, strength);
    add(region, ground, above, slack, 0.01 * strength / heaviness(ground));
    add(region, ground, below, slack, 0.01 * strength / heaviness(ground));
    return;
  }
  // Both ends are the same constraint now, whose multipliers may have any sign.
  if (Product* const both = find(region, above, below); both != nullptr) {
    both->strength = usable(std::max(both->strength, pair), ground);
    both->sign = Sign::held;
  } else {
    add(region, ground, above, below, pair, Sign::held);
  }
  for (const Factor& other : {one, slack}) {
    double strength = 0;
    if (const Product* const upper = find(region, below, other); upper != nullptr) {
      strength = upper->strength;
      std::erase_if(region.products,
                    [&](const Product& p) { return p.first == below && p.second == other; });
    }
    if (Product* const lower = find(region, above, other); lower != nullptr) {
      lower->strength -= strength;
      lower->sign = Sign::free;
    } else {
      add(region, ground, above, other, 0, Sign::free);
    }
  }
  for (std::size_t g = 0; g < ground.groups.size(); ++g) {
    const Factor group = changed(ground, g);
    if (find(region, group, group) != nullptr && find(region, above, group) == nullptr)
      add(region, ground, above, group, 0, Sign::free);
  }
}

}  // namespace spinsack::proof
