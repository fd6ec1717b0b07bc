// SPDX-License-Identifier: Apache-2.0
// The strength of the capacity penalty, by one of several rules written as text:
//
//   2.5, 2^-3      that number
//   2^-6..2^7      each power of two in the range: the grid of the published experiment
//   scale:3        a (d / 100) sqrt(1 / alpha) for a = 3, density d in percent, tightness alpha: the
//   scale:1..20    paper's scaling for large instances, for one a or each in the range
//   regression     1.14 n^0.09 (d / 100)^0.84 alpha^-0.21, the paper's fit to its best strengths
//   auto           ten times the critical strength, brought to a power of two; no search is needed
//
// Powers of two keep energies exact. Where the capacity or all pair profits are zero the rules of the paper
// say nothing, and the strength of auto takes their place.
#pragma once

#include "instance/qkp.hpp"

#include <string_view>
#include <vector>

namespace spinsack {

// The profit of a typical set of load W grows like (p / 2 w^2) W^2, with p the mean pair profit (zeros
// included) and w the mean weight. A squared penalty has to bend more than that: below this strength the
// full knapsack wins whatever the capacity. 0 if the mean pair profit is not positive, and then auto is 1.
[[nodiscard]] double critical_strength(const QkpInstance& instance);

// All strengths that the rule gives for the instance, at least one, each finite and > 0; UsageError for
// anything else.
[[nodiscard]] std::vector<double> parse_strengths(const QkpInstance& instance,
                                                  std::string_view text);

// For those who need a single one: a rule with a range is a UsageError too.
[[nodiscard]] double parse_strength(const QkpInstance& instance, std::string_view text);

}  // namespace spinsack
