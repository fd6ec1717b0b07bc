// SPDX-License-Identifier: Apache-2.0
#include "statistics/signed_rank.hpp"

#include "statistics/argument.hpp"
#include "statistics/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace spinsack {
namespace {

constexpr std::size_t most_automatic = 25;
constexpr std::size_t most_exact = 500;  // beyond, single sign patterns leave the range of a double

struct Ranked {
  std::vector<double> sorted;        // differences other than zero, by size
  std::vector<std::size_t> doubled;  // twice their ranks
  double tie_sum = 0;                // of t^3 - t
};

Ranked rank(std::span<const double> differences) {
  Ranked ranked;
  for (const double d : differences)
    if (d != 0) ranked.sorted.push_back(d);
  const auto size = [](double d) { return std::fabs(d); };
  std::ranges::sort(ranked.sorted, {}, size);
  const std::size_t n = ranked.sorted.size();
  for (std::size_t begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && size(ranked.sorted[end]) == size(ranked.sorted[begin])) ++end;
    // The mean of the ranks begin + 1 .. end, doubled.
    ranked.doubled.resize(end, begin + 1 + end);
    const auto t = static_cast<double>(end - begin);
    ranked.tie_sum += t * t * t - t;
  }
  return ranked;
}

struct Tails {
  double greater = 1;  // chance of a W+ at least as large
  double less = 1;     // at least as small
};

Tails exact_tails(const std::vector<std::size_t>& doubled, std::size_t observed) {
  // chance[w]: of a doubled W+ of w, given the ranks so far.
  std::vector<double> chance{1};
  for (const std::size_t rank : doubled) {
    chance.resize(chance.size() + rank, 0);
    for (std::size_t w = chance.size(); w-- > 0;)
      chance[w] = 0.5 * (chance[w] + (w >= rank ? chance[w - rank] : 0));
  }
  Tails tails{0, 0};
  // Small terms first.
  for (std::size_t w = 0; w <= observed; ++w) tails.less += chance[w];
  for (std::size_t w = chance.size(); w-- > observed;) tails.greater += chance[w];
  return {std::min(tails.greater, 1.0), std::min(tails.less, 1.0)};
}

Tails normal_tails(const Ranked& ranked, double w_plus) {
  const auto n = static_cast<double>(ranked.sorted.size());
  const double mean = n * (n + 1) / 4;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranked.tie_sum / 48;
  const double z = (w_plus - mean) / std::sqrt(variance);
  return {std::erfc(z / std::numbers::sqrt2) / 2, std::erfc(-z / std::numbers::sqrt2) / 2};
}

double choose(const Tails& tails, Alternative alternative) {
  switch (alternative) {
    case Alternative::greater:
      return tails.greater;
    case Alternative::less:
      return tails.less;
    case Alternative::two_sided:
      break;
  }
  return std::min(1.0, 2 * std::min(tails.greater, tails.less));
}

std::optional<double> hodges_lehmann(std::span<const double> differences) {
  std::vector<double> means;
  means.reserve(differences.size() * (differences.size() + 1) / 2);
  for (std::size_t i = 0; i < differences.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      means.push_back(0.5 * differences[i] + 0.5 * differences[j]);
  return quantile(means, 0.5);
}

}  // namespace

SignedRank signed_rank(std::span<const double> differences, Alternative alternative,
                       SignedRankP method) {
  expect_finite("differences", differences);
  const Ranked ranked = rank(differences);
  const std::size_t n = ranked.sorted.size();
  expect_argument(method != SignedRankP::exact || n <= most_exact, "exact signed-rank test",
                  "at most 500 differences other than zero", static_cast<double>(n));
  SignedRank result;
  std::size_t doubled_plus = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool win = ranked.sorted[i] > 0;
    (win ? result.wins : result.losses) += 1;
    (win ? result.w_plus : result.w_minus) += static_cast<double>(ranked.doubled[i]) / 2;
    if (win) doubled_plus += ranked.doubled[i];
  }
  result.ties = static_cast<std::int64_t>(differences.size() - n);
  result.estimate = hodges_lehmann(differences);
  result.exact =
      method == SignedRankP::exact || (method == SignedRankP::automatic && n <= most_automatic);
  if (n == 0) return result;
  const Tails tails = result.exact ? exact_tails(ranked.doubled, doubled_plus)
                                   : normal_tails(ranked, result.w_plus);
  result.p = choose(tails, alternative);
  return result;
}

}  // namespace spinsack
