// SPDX-License-Identifier: Apache-2.0
#include "proof/ground.hpp"

#include "proof/exact_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spinsack::proof {
namespace {

constexpr Index most_items = 6000;  // six matrices of doubles and the pairs: 2 GB
constexpr std::size_t groups_in = 4;
constexpr std::size_t groups_out = 5;

// Binary places of strengths and curvatures: enough for the least strength to begin with, which is that of the load for
// each item, and as few as leave room in 128 bits for the sums of a bound. These are up to some thousand times the profits
// and the price of everything.
int multiplier_places(const Ground& ground) {
  constexpr int usual = 24;
  constexpr int least = 1;
  constexpr int most = 40;  // that certificates know
  constexpr int of_least_strength = 6;
  constexpr int of_sums = 15;
  // The least p with number <= 2^p.
  const auto places = [](double number) {
    int exponent = 0;
    const double mantissa = std::frexp(number, &exponent);
    return mantissa == 0.5 ? exponent - 1 : exponent;
  };
  const double size = static_cast<double>(ground.instance->total_profit()) +
                      ground.price * static_cast<double>(ground.instance->total_weight());
  const int free = 125 - 2 * point_bits - of_sums - places(std::max(size, 1.0));
  int wanted = usual;
  if (ground.price > 0)
    wanted = std::max(wanted, of_least_strength + places(ground.size() / ground.price));
  return std::clamp(std::min(wanted, free), least, most);
}

// The items of one side in groups by distance; those near the margin are small.
void add_groups(Ground& ground, bool in, std::size_t count) {
  std::vector<Index> items;
  for (Index i = 0; i < ground.size(); ++i)
    if ((ground.reference[at(i)] != 0) == in) items.push_back(i);
  std::ranges::stable_sort(items, {}, [&](Index i) { return ground.distance[at(i)]; });
  const auto start = [&](std::size_t group) {
    const double share = static_cast<double>(group) / static_cast<double>(count);
    return static_cast<std::size_t>(static_cast<double>(items.size()) * share * std::sqrt(share));
  };
  for (std::size_t group = 0; group < count; ++group) {
    const std::size_t end = group + 1 == count ? items.size() : start(group + 1);
    std::vector<Index> members(items.begin() + static_cast<std::ptrdiff_t>(start(group)),
                               items.begin() + static_cast<std::ptrdiff_t>(end));
    std::ranges::sort(members);
    if (!members.empty()) ground.groups.push_back(std::move(members));
  }
}

}  // namespace

std::string reason_against_numbers(const QkpInstance& instance) {
  // Profits must be exact as doubles, with all their sums. Multipliers of the load are about profits / (weights n), and
  // have as many places as profits leave free (multiplier_places): both together leave this for weights n.
  constexpr double most_profits = 0x1p45;
  constexpr double most_weights = 0x1p45;
  if (static_cast<double>(instance.total_profit()) > most_profits ||
      static_cast<double>(instance.total_weight()) * instance.size() > most_weights)
    return "its numbers are too large for bounds in 128 bits";
  return {};
}

std::string reason_against(const QkpInstance& instance) {
  if (instance.size() > most_items)
    return fmt::format("{} items are more than {}", instance.size(), most_items);
  return reason_against_numbers(instance);
}

// A convex function, whose minimum is at one of its corners gain_i / growth_i.
double price_of(const std::vector<double>& gain, const std::vector<Weight>& growth, Weight room) {
  std::vector<double> corners{0};
  for (std::size_t i = 0; i < gain.size(); ++i) {
    const double corner = gain[i] / static_cast<double>(growth[i]);
    if (corner > 0) corners.push_back(corner);
  }
  std::ranges::sort(corners);
  const auto loss = [&](double price) {
    double sum = price * static_cast<double>(room);
    for (std::size_t i = 0; i < gain.size(); ++i)
      sum += std::max(0.0, gain[i] - price * static_cast<double>(growth[i]));
    return sum;
  };
  std::size_t low = 0;
  std::size_t high = corners.size() - 1;
  while (high - low > 2) {
    const std::size_t third = (high - low) / 3;
    if (loss(corners[low + third]) <= loss(corners[high - third]))
      high -= third;
    else
      low += third;
  }
  return *std::ranges::min_element(corners.begin() + static_cast<std::ptrdiff_t>(low),
                                   corners.begin() + static_cast<std::ptrdiff_t>(high) + 1, {},
                                   loss);
}

Ground outline_of(const QkpInstance& instance, BitView reference) {
  const auto n = at(instance.size());
  Ground ground;
  ground.instance = &instance;
  ground.reference.assign(reference.begin(), reference.end());
  ground.room = std::min(instance.capacity(), instance.total_weight());
  ground.sign.resize(n);
  ground.growth.resize(n);
  ground.gain.assign(instance.profits().begin(), instance.profits().end());
  Profit sum = 0;  // of the pairs, twice
  Profit twice_value = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool in = reference[i] != 0;
    ground.sign[i] = in ? -1 : 1;
    ground.growth[i] = in ? -instance.weights()[i] : instance.weights()[i];
    if (in) ground.room -= instance.weights()[i];
    if (in) ++ground.count;
    Profit row = 0;
    Profit with_reference = 0;
    instance.pair_profits().scan_row(static_cast<Index>(i), [&](Index j, auto value) {
      const auto p = static_cast<Profit>(value);
      row += p;
      ground.largest_pair = std::max(ground.largest_pair, std::abs(p));
      with_reference += reference[at(j)] != 0 ? p : 0;
    });
    sum += row;
    ground.row_sum.push_back(row);
    if (in) twice_value += 2 * ground.gain[i] + with_reference;
    ground.gain[i] += with_reference;
    if (in) ground.gain[i] = -ground.gain[i];
  }
  ground.value = twice_value / 2;
  ground.mean_pair = static_cast<double>(sum) / (static_cast<double>(n) * static_cast<double>(n));
  ground.price = price_of({ground.gain.begin(), ground.gain.end()}, ground.growth, ground.room);
  for (std::size_t i = 0; i < n; ++i)
    ground.distance.push_back(std::abs(static_cast<double>(ground.gain[i]) -
                                       ground.price * static_cast<double>(ground.growth[i])));
  ground.strength_bits = multiplier_places(ground);
  add_groups(ground, true, groups_in);
  add_groups(ground, false, groups_out);
  return ground;
}

Ground ground_of(const QkpInstance& instance, BitView reference) {
  const auto n = at(instance.size());
  Ground ground = outline_of(instance, reference);
  ground.pair.resize(n, n);
  for (std::size_t i = 0; i < n; ++i) std::fill_n(ground.pair.column(i), n, 0.0);
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto p) {
    ground.pair(at(i), at(j)) = ground.pair(at(j), at(i)) =
        ground.sign[at(i)] * ground.sign[at(j)] * static_cast<double>(p);
  });
  return ground;
}

}  // namespace spinsack::proof
