// SPDX-License-Identifier: Apache-2.0
#include "statistics/choice.hpp"

#include "statistics/argument.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

struct Tally {
  Wide reads = 0;
  Wide feasible = 0;
  Wide hits = 0;
  Wide sum = 0;  // of the feasible
  Profit best = 0;
};

Tally tally(const StrengthReads& strength, Profit optimum) {
  Tally t;
  for (const ReadValue& read : strength.reads) {
    t.reads += 1;
    if (!read.feasible) continue;
    t.best = t.feasible == 0 ? read.value : std::max(t.best, read.value);
    t.feasible += 1;
    t.sum += read.value;
    t.hits += read.value >= optimum ? 1 : 0;
  }
  return t;
}

double ratio(Wide above, Wide below) {
  return static_cast<double>(above) / static_cast<double>(below);
}

// Both have feasible reads. Fractions are compared crosswise.
bool better(const Tally& a, double a_lambda, const Tally& b, double b_lambda) {
  if (a.best != b.best) return a.best > b.best;
  if (a.hits * b.reads != b.hits * a.reads) return a.hits * b.reads > b.hits * a.reads;
  if (a.sum * b.feasible != b.sum * a.feasible) return a.sum * b.feasible > b.sum * a.feasible;
  return a_lambda < b_lambda;
}

}  // namespace

std::optional<ChosenStrength> choose_strength(std::span<const StrengthReads> strengths,
                                              Profit optimum) {
  std::optional<std::size_t> chosen;
  Tally best;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    const double lambda = strengths[i].lambda;
    expect_argument(lambda > 0 && std::isfinite(lambda), "lambda", "a finite number > 0", lambda);
    const Tally t = tally(strengths[i], optimum);
    if (t.feasible == 0 || (chosen && !better(t, lambda, best, strengths[*chosen].lambda)))
      continue;
    chosen = i;
    best = t;
  }
  if (!chosen) return std::nullopt;
  return ChosenStrength{.index = *chosen,
                        .lambda = strengths[*chosen].lambda,
                        .best = best.best,
                        .mean = ratio(best.sum, best.feasible),
                        .success_rate = ratio(best.hits, best.reads),
                        .feasible_share = ratio(best.feasible, best.reads)};
}

}  // namespace spinsack
