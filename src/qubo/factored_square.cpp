// SPDX-License-Identifier: Apache-2.0
#include "qubo/factored_square.hpp"

#include "core/narrowest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

using Row = std::vector<std::int64_t>;
constexpr std::int64_t largest_exact = std::int64_t{1} << 53;
constexpr Index fewest_variables = 64;  // below, rows are short whatever they hold

// tau / 2 (a . x + b)^2 in units of the objective. All numbers are doubled, since one a_v and b may be halves.
struct Square {
  std::int64_t tau = 0;
  Row a2;  // 2 a_v
  std::int64_t b2 = 0;
};

Row row_of(const SymmetricRows& pairs, Index i) {
  Row row(at(pairs.size()));
  pairs.for_each_in_row(i, [&](Index j, auto q) { row[at(j)] = static_cast<std::int64_t>(q); });
  return row;
}

std::size_t width_of(const SymmetricRows& pairs) {
  return pairs.visit(
      [](const auto& rows) { return sizeof(typename std::decay_t<decltype(rows)>::Value); });
}

// value / unit as an integer of at most 53 bits, for a unit that is a power of two, if it is one.
std::optional<std::int64_t> in_units(double value, double unit) {
  const double number = value / unit;
  if (!(std::fabs(number) < static_cast<double>(largest_exact)) || std::trunc(number) != number)
    return std::nullopt;
  return static_cast<std::int64_t>(number);
}

// The square in which variable k occurs, if it occurs nowhere else: q_kv = tau a_k a_v.
std::optional<Square> square_through(const SymmetricRows& pairs, Index k) {
  // 1. The a_v without common factor.
  Row a = row_of(pairs, k);
  std::int64_t factor = 0;
  for (const std::int64_t q : a) {
    if (q > largest_exact || q < -largest_exact) return std::nullopt;
    factor = std::gcd(factor, q);
  }
  if (factor == 0) return std::nullopt;
  for (std::int64_t& q : a) q /= factor;
  // 2. tau from the pair in which it shows most.
  const auto smaller = [](std::int64_t x, std::int64_t y) { return std::abs(x) < std::abs(y); };
  const auto u = std::ranges::max_element(a, smaller) - a.begin();
  auto others = a;
  others[static_cast<std::size_t>(u)] = 0;
  const auto v = std::ranges::max_element(others, smaller) - others.begin();
  const double product = static_cast<double>(a[static_cast<std::size_t>(u)]) *
                         static_cast<double>(others[static_cast<std::size_t>(v)]);
  if (product == 0) return std::nullopt;
  const double ratio = pairs.value(static_cast<Index>(u), static_cast<Index>(v)) / product;
  if (std::fabs(ratio) >= 0x1p40 || std::round(ratio) == 0) return std::nullopt;
  Square square;
  square.tau = std::llround(ratio);
  // 3. a_k = factor / tau, perhaps a half.
  if (2 * factor % square.tau != 0) return std::nullopt;
  for (std::int64_t& number : a) number *= 2;
  a[at(k)] = 2 * factor / square.tau;
  square.a2 = std::move(a);
  return square;
}

// Whether no sum over any state leaves 53 bits: tau / 8 (2 a . x + 2 b)^2 at most.
bool within_exact(const Square& square) {
  double reach = std::fabs(static_cast<double>(square.b2));
  for (const std::int64_t a2 : square.a2) reach += std::fabs(static_cast<double>(a2));
  return std::fabs(static_cast<double>(square.tau)) * reach * reach <
         static_cast<double>(largest_exact);
}

// Row u right of the diagonal without the square; false if a number is no integer.
bool remaining_row(const SymmetricRows& pairs, const Square& square, Index u, Row& row) {
  std::ranges::fill(row, 0);
  pairs.scan_row(u, [r = row.data()](Index v, auto q) { r[v] = static_cast<std::int64_t>(q); });
  // tau a_u a_v has at most 53 bits, as the square has.
  const std::int64_t factor = square.tau * square.a2[at(u)];
  std::int64_t fraction = 0;
  bool overflow = false;
  for (Index v = u + 1; v < pairs.size(); ++v) {
    const std::int64_t four_times = factor * square.a2[at(v)];
    fraction |= four_times & 3;
    overflow |= __builtin_sub_overflow(row[at(v)], four_times >> 2, &row[at(v)]);
  }
  return fraction == 0 && !overflow;
}

// Whether a few rows become narrower, so that looking at all of them is worth while.
bool promising(const SymmetricRows& pairs, const Square& square) {
  constexpr Index samples = 8;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t left = 0;
  std::int64_t seen = 0;
  Row row(at(pairs.size()));
  for (Index s = 0; s < samples; ++s) {
    const auto u = static_cast<Index>(std::int64_t{pairs.size()} * s / (samples + 1));
    if (!remaining_row(pairs, square, u, row)) return false;
    for (Index v = u + 1; v < pairs.size(); ++v) {
      low = std::min(low, row[at(v)]);
      high = std::max(high, row[at(v)]);
      left += row[at(v)] != 0 ? 1 : 0;
      ++seen;
    }
  }
  return narrowest_width(low, high) < width_of(pairs) || left * 4 < seen;
}

std::optional<SymmetricRows> remaining_pairs(const SymmetricRows& pairs, const Square& square) {
  SymmetricRowsBuilder builder(pairs.size());
  Row row(at(pairs.size()));
  for (Index u = 0; u + 1 < pairs.size(); ++u) {
    if (!remaining_row(pairs, square, u, row)) return std::nullopt;
    builder.add_run(u, u + 1, std::span<const std::int64_t>(row).subspan(at(u) + 1));
  }
  SymmetricRows rest = std::move(builder).finish();
  if (rest.dense() && width_of(rest) >= width_of(pairs)) return std::nullopt;
  return rest;
}

std::optional<QuboModel> without(const QuadraticForm& objective, std::span<const Group> groups,
                                 Square square, Index k) {
  const double eighth = objective.unit / 8;
  // 1. b from the linear term of the variable that is in the square alone: tau a_k (a_k + 2 b) / 2. Any b is right,
  //    since the other linear terms take up the difference; this one leaves those of the problem.
  const auto linear_k = in_units(objective.linear[at(k)], eighth);
  const std::int64_t a2_k = square.a2[at(k)];
  if (!linear_k || square.tau * a2_k == 0) return std::nullopt;
  square.b2 = (*linear_k / (square.tau * a2_k) - a2_k) / 2;
  if (!within_exact(square)) return std::nullopt;
  // 2. Linear terms and constant.
  QuadraticForm rest;
  rest.unit = objective.unit;
  rest.linear.resize(objective.linear.size());
  for (std::size_t v = 0; v < rest.linear.size(); ++v) {
    const auto linear = in_units(objective.linear[v], eighth);
    if (!linear) return std::nullopt;
    const std::int64_t a2 = square.a2[v];
    const std::int64_t left = *linear - square.tau * a2 * (a2 + 2 * square.b2);
    if (std::abs(left) > largest_exact) return std::nullopt;
    rest.linear[v] = static_cast<double>(left) * eighth;
  }
  const auto constant = in_units(objective.constant, eighth);
  if (!constant) return std::nullopt;
  const std::int64_t left = *constant - square.tau * square.b2 * square.b2;
  if (std::abs(left) > largest_exact) return std::nullopt;
  rest.constant = static_cast<double>(left) * eighth;
  // 3. Pairs.
  if (!promising(objective.pairs, square)) return std::nullopt;
  auto pairs = remaining_pairs(objective.pairs, square);
  if (!pairs) return std::nullopt;
  rest.pairs = std::move(*pairs);
  std::vector<double> a;
  a.reserve(square.a2.size());
  for (const std::int64_t a2 : square.a2) a.push_back(static_cast<double>(a2) / 2);
  const Index size = objective.size();
  return QuboModel(std::move(rest), size,
                   {SquaredTerm::of_all(objective.unit * static_cast<double>(square.tau) / 2, a,
                                        static_cast<double>(square.b2) / 2)},
                   {groups.begin(), groups.end()});
}

// Slack bits mostly come last; a few others are tried in case they do not.
std::vector<Index> candidates(Index n) {
  std::vector<Index> chosen;
  for (Index k = 1; k <= 4; ++k) chosen.push_back(n - k);
  for (Index k = 0; k < 4; ++k) chosen.push_back(k);
  for (Index k = 1; k < 8; ++k) chosen.push_back(static_cast<Index>(std::int64_t{n} * k / 8));
  return chosen;
}

}  // namespace

std::optional<QuboModel> with_factored_square(const QuboModel& model) {
  const QuadraticForm& objective = model.objective();
  int exponent = 0;
  const bool dyadic = std::fabs(std::frexp(objective.unit, &exponent)) == 0.5;
  if (!model.penalties().empty() || !objective.pairs.dense() || !objective.pairs.integral() ||
      !dyadic || objective.size() < fewest_variables || width_of(objective.pairs) == 1)
    return std::nullopt;
  for (const Index k : candidates(objective.size()))
    if (auto square = square_through(objective.pairs, k))
      if (auto factored = without(objective, model.groups(), std::move(*square), k))
        return factored;
  return std::nullopt;
}

}  // namespace spinsack
