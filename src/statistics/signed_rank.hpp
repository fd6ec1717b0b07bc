// SPDX-License-Identifier: Apache-2.0
// The signed-rank test of Wilcoxon (1945) for paired values: is the median of the differences zero?
//
// Zeros are dropped, equal sizes share their mean rank, and W+ is the sum of the ranks of the positive
// differences. The exact p counts sign patterns, all equally likely, by adding the (doubled, hence whole)
// ranks one at a time, so ties cost no exactness: O(N^3) for N differences. The normal p takes the variance
//   N (N + 1) (2N + 1) / 24 - sum over groups of t equal sizes of (t^3 - t) / 48
// and no continuity correction. This is the form of the paper (Table X, where the test is called rank sum); its
// digits do not tell whether it corrects for ties.
//
// How large the difference is says the estimate of Hodges and Lehmann (1963): the median of the means of all
// pairs of differences, each with itself included. O(N^2 log N), and O(N^2)
// memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace spinsack {

enum class Alternative { greater, less, two_sided };  // than zero

enum class SignedRankP {
  automatic,  // exact up to 25 differences other than zero
  exact,      // up to 500
  normal,
};

struct SignedRank {
  std::int64_t wins = 0;  // differences above zero
  std::int64_t ties = 0;
  std::int64_t losses = 0;
  double w_plus = 0;
  double w_minus = 0;
  bool exact = false;
  std::optional<double> p = {};  // nothing if every difference is zero
  // Of the difference, ties included; nothing without differences.
  std::optional<double> estimate = {};
};

[[nodiscard]] SignedRank signed_rank(std::span<const double> differences,
                                     Alternative alternative = Alternative::greater,
                                     SignedRankP method = SignedRankP::automatic);

}  // namespace spinsack
