// SPDX-License-Identifier: Apache-2.0
// An upper bound from 2n numbers, valid whatever they are: prices theta_i >= 0 and potentials u_i.
//
// Write each pair profit as q_ij + q_ji >= p_ij. With i in a feasible set, the others weigh at most C - w_i,
// so the profit that i brings is at most
//   pi_i = p_i + theta_i (C - w_i) + sum_j max(0, q_ij - theta_i w_j),
// and the profit of the set at most the continuous knapsack over the values pi_i (Caprara, Pisinger and
// Toth 1999). For given prices only s_ij = max(0, p_ij - theta_i w_j - theta_j w_i) is left to be split.
// Splits that come from potentials, as currents do in a network of resistors, are nearly as good as all:
//   q_ij = theta_i w_j + s_ij f_ij,   f_ij = 1/2 + u_j - u_i clipped to [0, 1],
// and nothing of size n^2 has to be stored. Pairs too heavy to go together, and negative pair profits, count
// as zero.
//
// Prices are rounded to multiples of 2^-k, shares of a split to multiples of 2^-16 and products up, so that
// all sums are integers that doubles hold exactly. O(pairs) time, O(n) memory.
//
// Numbers too large for that are first made smaller (coarse_instance.hpp); this takes a copy of the instance.
#pragma once

#include "bound/coarse_instance.hpp"
#include "bound/continuous_knapsack.hpp"
#include "bound/split_rows.hpp"
#include "core/stop.hpp"
#include "instance/qkp.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace spinsack {

class SplitBound {
 public:
  SplitBound(const QkpInstance& instance, StopCheck& watch);

  // False if the watch has said stop; nothing else may be asked then.
  bool possible() const { return scale_bits_ >= 0; }
  // What the bound works on: the instance itself, or the coarse one. The price of an item there is price_scale
  // times the price here.
  const QkpInstance& worked_on() const { return *instance_; }
  double price_scale() const { return price_scale_; }
  Profit mean_pair() const { return mean_pair_; }  // there, of a pair that fits, about

  // With all prices and potentials zero.
  [[nodiscard]] Profit even_bound() const;
  // Nothing if the watch says stop.
  [[nodiscard]] std::optional<Profit> evaluate(std::span<const double> prices,
                                               std::span<const double> potentials,
                                               StopCheck& watch) const;
  // Likewise, also with each item in or out.
  [[nodiscard]] std::optional<ItemBounds> evaluate_items(std::span<const double> prices,
                                                         std::span<const double> potentials,
                                                         StopCheck& watch) const;

 private:
  // Row totals and k, if the numbers are small enough. False if the watch says stop.
  bool measure(StopCheck& watch);
  // From what is worked on to the instance. A coarse bound beyond the profit of everything would not fit.
  Profit in_profits(Profit bound) const {
    if (!coarse_) return bound;
    const Profit most = most_ / coarse_->profit_unit;
    if (bound > most) return most_;
    return bound < -most ? -most_ : bound * coarse_->profit_unit;
  }
  // pi_i times 2^k.
  [[nodiscard]] std::optional<std::vector<Profit>> item_values(std::span<const double> prices,
                                                               std::span<const double> potentials,
                                                               StopCheck& watch) const;
  Weight usable_capacity() const {
    return std::min(instance_->capacity(), instance_->total_weight());
  }

  std::unique_ptr<const CoarseInstance> coarse_;  // none if the numbers are small enough
  const QkpInstance* instance_;
  Profit most_;  // the profit of everything
  double price_scale_ = 1;
  std::vector<Profit> row_total_;  // of the pair profits that i can bring
  Profit mean_pair_ = 0;
  int scale_bits_ = -1;  // k
};

}  // namespace spinsack
