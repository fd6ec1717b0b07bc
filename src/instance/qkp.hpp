// SPDX-License-Identifier: Apache-2.0
// Quadratic knapsack: maximise   sum_i p_i x_i + sum_{i<j} p_ij x_i x_j
//                     subject to sum_i w_i x_i <= C,  x_i in {0, 1}.
//
// Everything is an integer. Decimal data are scaled by powers of ten when they are read; the
// numbers of decimals are kept for printing. Profits may be negative: methods that need p_ij >= 0
// ask nonnegative() and step aside.
#pragma once

#include "core/symmetric_rows.hpp"
#include "core/types.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace spinsack {

class QkpInstance {
 public:
  struct Data {
    std::string name;
    std::vector<Profit> profit;                // p_i
    std::vector<Weight> weight;                // w_i >= 1
    SymmetricRows pair_profit;                 // p_ij
    Weight capacity = 0;                       // C >= 0
    int profit_digits = 0;                     // a profit of v stands for v / 10^profit_digits
    int weight_digits = 0;                     // likewise for weights and capacity
    std::vector<std::string> item_names = {};  // none, or one for each item
  };

  // Throws InvalidInstance naming the first broken rule. Afterwards no sum of profits (in absolute
  // value) or weights over any set of items can leave 64 bits.
  explicit QkpInstance(Data data);

  const std::string& name() const { return data_.name; }
  Index size() const { return static_cast<Index>(data_.profit.size()); }
  Weight capacity() const { return data_.capacity; }
  std::span<const Profit> profits() const { return data_.profit; }
  std::span<const Weight> weights() const { return data_.weight; }
  const SymmetricRows& pair_profits() const { return data_.pair_profit; }
  int profit_digits() const { return data_.profit_digits; }
  int weight_digits() const { return data_.weight_digits; }

  // Empty if the items have none. item_names.hpp says what a name may be.
  std::span<const std::string> item_names() const { return data_.item_names; }

  Weight total_weight() const { return total_weight_; }
  Profit total_profit() const { return total_profit_; }  // sum of |p_i| and |p_ij|
  bool nonnegative() const { return nonnegative_; }      // no negative profit at all
  double density() const;    // share of non-zero pairs, in [0, 1]; 0 for a single item
  double tightness() const;  // C / sum of weights

  // Texts in the units of the file.
  std::string profit_text(Profit value) const;
  std::string weight_text(Weight value) const;

  // What it was made from, to make another one from it.
  Data release() && { return std::move(data_); }

 private:
  void check_item_names() const;

  Data data_;
  Weight total_weight_ = 0;
  Profit total_profit_ = 0;
  bool nonnegative_ = true;
};

}  // namespace spinsack
