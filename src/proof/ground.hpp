// SPDX-License-Identifier: Apache-2.0
// An instance seen from a good solution x*: y_i says whether item i is as in x* (0) or differs (1). Then the profit
// is value + gain.y + 1/2 y' Q y with Q_ij = s_i s_j p_ij, where s_i is -1 for the items of x* and +1 for the others,
// and near the optimum all y are zero but a few. The bounds of this folder are made in these terms.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"
#include "linear/matrix.hpp"

#include <string>
#include <vector>

namespace spinsack::proof {

struct Ground {
  const QkpInstance* instance = nullptr;
  Bits reference;                // x*
  Profit value = 0;              // of x*
  Index count = 0;               // items of x*
  Weight room = 0;               // min(C, weight of everything) less the load of x*
  std::vector<double> sign;      // s_i
  std::vector<Profit> gain;      // change of the profit if only y_i is set
  std::vector<Weight> growth;    // change of the load: s_i w_i
  linear::Matrix pair;           // Q, with zeros on the diagonal
  std::vector<Profit> row_sum;   // of p_ij over j
  double mean_pair = 0;          // of p_ij, zeros included
  Profit largest_pair = 0;       // |p_ij|
  double price = 0;              // profit per weight at the margin
  std::vector<double> distance;  // |gain_i - price growth_i|: how clear the decision on item i is
  std::vector<std::vector<Index>> groups;  // items of x* by distance, then the others
  int strength_bits = 0;  // binary places of multipliers, by the size of the numbers

  Index size() const { return instance->size(); }
};

// Why there can be no proof by these bounds, or nothing: the numbers must leave room in 128 bits, and the matrices
// of the bound have n^2 doubles.
[[nodiscard]] std::string reason_against(const QkpInstance& instance);
// Likewise, by the numbers alone.
[[nodiscard]] std::string reason_against_numbers(const QkpInstance& instance);

// The price of load for which the least is lost by deciding each item alone: the minimum over prices >= 0 of
// price room + sum of max(0, gain_i - price growth_i).
[[nodiscard]] double price_of(const std::vector<double>& gain, const std::vector<Weight>& growth,
                              Weight room);

// reference: feasible, as good as can be had.
[[nodiscard]] Ground ground_of(const QkpInstance& instance, BitView reference);
// All of it but the pairs, which need n^2 doubles.
[[nodiscard]] Ground outline_of(const QkpInstance& instance, BitView reference);

}  // namespace spinsack::proof
