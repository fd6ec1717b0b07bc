// SPDX-License-Identifier: Apache-2.0
// The strength of the capacity penalty, by one of several rules written as text:
//
//   2.5, 2^-3      that number
//   2^-6..2^7      each power of two in the range: the grid of the published experiment
//   scale:3        a (d / 100) sqrt(1 / alpha) for a = 3, density d in percent, tightness alpha: the
//   scale:1..20    paper's scaling for large instances, for one a or each in the range
//   regression     1.14 n^0.09 (d / 100)^0.84 alpha^-0.21, the paper's fit to its best strengths
//   vlm            Verma and Lewis 2022: the largest change of the objective by one flip
//   momc           Ayodele 2022: vlm over the least positive one-flip change of the constraint, at least 1
//   moc            Ayodele 2022: the largest ratio of the two over all items, at least 1
//   ub             the sum of all |coefficients| of the objective, which no violation can win back
//   auto           strengths near where the square begins to overcome the profit; see below
//
// vlm, momc, moc and ub are the usual rules for any constraint. The largest change that flipping item i can make, up or down, is
// W+_i = q_ii + sum_j max(0, q_ij) and W-_i = -q_ii + sum_j max(0, -q_ij). Of the objective -profit both rules take the
// largest. The constraint function is (load - C)^2, items only, whatever slack bits the encoding adds; there
// W+_i = w_i (2 (W - C) - w_i) with W the sum of all weights, and W-_i = w_i (2 C - w_i). moc compares W+ with W+ and W- with W-.
// Sources: Verma and Lewis, Discrete Optimization 44, 2022; Ayodele, EvoCOP 2022, arXiv 2206.11040.
//
// auto takes several strengths in turn, those of the encoding (encoding.hpp), since post-processing lives on variety. Who needs
// a single one gets the power of two nearest to ten times the critical strength, or to eight times half the mean pair profit
// where the square is one of the number of items.
//
// Powers of two keep energies exact. Where the capacity or all pair profits are zero the rules of the paper
// say nothing, and the single strength of auto takes their place.
#pragma once

#include "formulation/encoding.hpp"
#include "instance/qkp.hpp"

#include <string_view>
#include <vector>

namespace spinsack {

// The profit of a typical set of load W grows like (p / 2 w^2) W^2, with p the mean pair profit (zeros
// included) and w the mean weight. A squared penalty has to bend more than that: below this strength the
// full knapsack wins whatever the capacity. 0 if the mean pair profit is not positive, and then auto is 1.
[[nodiscard]] double critical_strength(const QkpInstance& instance);

// All strengths that the rule gives for the instance and the encoding, each finite and > 0; none only for an encoding
// without a penalty. UsageError for anything else.
[[nodiscard]] std::vector<double> parse_strengths(
    const QkpInstance& instance, std::string_view text,
    const Encoding& encoding = find_encoding("binary"));

// For those who need a single one: a rule with a range is a UsageError too.
[[nodiscard]] double parse_strength(const QkpInstance& instance, std::string_view text,
                                    const Encoding& encoding = find_encoding("binary"));

}  // namespace spinsack
