// SPDX-License-Identifier: Apache-2.0
#include "instance/families/common.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace spinsack {
namespace {

void check_range(std::string_view low_name, std::int64_t low, std::string_view high_name,
                 std::int64_t high) {
  if (low > high)
    refuse_parameter(low_name, fmt::format("at most --{} ({})", high_name, high),
                     std::to_string(low));
}

// Selection sampling (Knuth, volume 2, algorithm S) over the pairs that are not listed yet.
void add_by_sweep(std::vector<PairKey>& pairs, Index n, std::int64_t target, Rng& rng) {
  std::vector<PairKey> all;
  all.reserve(static_cast<std::size_t>(target));
  const std::int64_t total = std::int64_t{n} * (n - 1) / 2;
  std::int64_t candidates = total - static_cast<std::int64_t>(pairs.size());
  std::int64_t wanted = target - static_cast<std::int64_t>(pairs.size());
  auto listed = pairs.begin();
  for (Index i = 0; i < n; ++i) {
    for (Index j = i + 1; j < n; ++j) {
      const PairKey pair(i, j);
      if (listed != pairs.end() && *listed == pair) {
        all.push_back(*listed++);
      } else if (rng.integer(1, candidates--) <= wanted) {
        all.push_back(pair);
        --wanted;
      }
    }
  }
  pairs = std::move(all);
}

// Draws as many as are missing, drops those that are there already, and again. Since no draw is
// ever left over, the outcome is that of drawing one by one.
void add_by_rejection(std::vector<PairKey>& pairs, Index n, std::int64_t target, Rng& rng) {
  const auto wanted = static_cast<std::size_t>(target);
  pairs.reserve(wanted);
  while (pairs.size() < wanted) {
    const auto old = static_cast<std::ptrdiff_t>(pairs.size());
    while (pairs.size() < wanted) {
      const auto i = static_cast<Index>(rng.integer(0, n - 1));
      const auto other = static_cast<Index>(rng.integer(0, n - 2));
      pairs.emplace_back(i, other < i ? other : other + 1);
    }
    std::sort(pairs.begin() + old, pairs.end());
    std::inplace_merge(pairs.begin(), pairs.begin() + old, pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }
}

}  // namespace

void FamilyBasics::check() const {
  check_range("weight-min", weight_min, "weight-max", weight_max);
  check_range("profit-min", profit_min, "profit-max", profit_max);
}

std::vector<Weight> FamilyBasics::uniform_weights(Rng rng) const {
  std::vector<Weight> weights(at(size()));
  for (Weight& weight : weights) weight = rng.integer(weight_min, weight_max);
  return weights;
}

Weight FamilyBasics::capacity(std::span<const Weight> weights, Rng rng) const {
  const Weight sum = std::accumulate(weights.begin(), weights.end(), Weight{0});
  return rng.integer(std::min(weight_max, sum), sum);
}

std::int64_t at_share(std::int64_t low, std::int64_t high, double share) {
  const double width = static_cast<double>(high - low) + 1;
  return std::min(high, low + static_cast<std::int64_t>(width * share));
}

std::int64_t rounded_root(std::int64_t square) {
  // A double cannot hold every square, so its root can be one off.
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (Wide{root} * root > square) --root;
  while (Wide{root + 1} * (root + 1) <= square) ++root;
  const std::int64_t rest = square - root * root;
  return rest > root ? root + 1 : root;  // (root + 1/2)^2 = root^2 + root + 1/4
}

void refuse_parameter(std::string_view name, std::string_view rule, std::string_view value) {
  throw UsageError(fmt::format("--{}: expected {}, found {}", name, rule, value));
}

void add_random_pairs(std::vector<PairKey>& pairs, Index n, std::int64_t target, Rng& rng) {
  const std::int64_t total = std::int64_t{n} * (n - 1) / 2;
  assert(target <= total);
  if (target > total / 2)
    add_by_sweep(pairs, n, target, rng);
  else
    add_by_rejection(pairs, n, target, rng);
}

}  // namespace spinsack
