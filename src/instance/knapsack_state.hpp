// SPDX-License-Identifier: Apache-2.0
// One candidate with its bookkeeping. Adding or removing an item costs one pass over its row; the
// gain of every item is then at hand. Rows are added by vector kernels (knapsack_state.cpp).
#pragma once

#include "core/symmetric_rows.hpp"
#include "core/types.hpp"
#include "instance/qkp.hpp"

#include <cstdint>
#include <span>

namespace spinsack {

class KnapsackState {
 public:
  // Efficiencies cost several times as much as gains; who does not read them leaves them out.
  enum class Efficiencies { kept, left_out };

  // Keeps a reference to instance.
  KnapsackState(const QkpInstance& instance, BitView x,
                Efficiencies efficiencies = Efficiencies::kept);

  const QkpInstance& instance() const { return *instance_; }
  Index size() const { return instance_->size(); }
  BitView bits() const { return BitView(bits_).first(at(size())); }
  bool holds(Index i) const { return bits_[at(i)] != 0; }
  Index count() const { return count_; }  // of held items
  // p_i + sum of p_ij over held j != i: the profit lost by removing i, or won by adding it.
  Profit gain(Index i) const { return narrow() ? narrow_gain_[at(i)] : wide_gain_[at(i)]; }
  // Gain per weight as a double updated in place by +- p_ij / w_i, as the paper's program keeps it:
  // its rounding decides ties, and 180 of 180 published greedy scores depend on them.
  double efficiency(Index i) const { return efficiency_[at(i)]; }
  std::span<const double> efficiencies() const { return {efficiency_.data(), at(size())}; }
  Profit profit() const { return profit_; }
  Weight load() const { return load_; }
  Weight room() const { return instance_->capacity() - load_; }  // negative when overloaded
  bool feasible() const { return load_ <= instance_->capacity(); }

  // What adding or removing an item costs, in visits as a StopCheck counts them.
  std::int64_t update_cost(Index i) const;
  // Whether an item has so few partners that a search for the best item costs more than to keep account of those
  // whose gain has changed.
  bool few_partners() const;

  // The held item of smallest efficiency, the first on a tie. At least one item is held.
  Index least_efficient() const;

  void add(Index i);
  void remove(Index i);
  void flip(Index i) { holds(i) ? remove(i) : add(i); }
  // Flips the items in which x differs.
  void move_to(BitView x);

  // f(const Gain*) with the type that holds the gains: 32 bits where the sum of any three gains fits, else 64.
  // The pointer is aligned, good for padded_size() entries, and valid as long as the state.
  template <class F>
  decltype(auto) visit_gains(F&& f) const {
    return narrow() ? f(narrow_gain_.data()) : f(wide_gain_.data());
  }
  // Likewise aligned and padded, with zeros.
  const std::uint8_t* bit_data() const { return bits_.data(); }
  std::size_t padded_size() const { return bits_.size(); }

 private:
  bool narrow() const { return !narrow_gain_.empty(); }
  template <class Gain>
  void start(AlignedVector<Gain>& gains);
  void shift_gains(Index i, int sign);

  const QkpInstance* instance_;
  AlignedVector<std::uint8_t> bits_;
  AlignedVector<std::int32_t> narrow_gain_;  // one of the two is empty
  AlignedVector<Profit> wide_gain_;
  AlignedVector<double> efficiency_;  // empty if left out, as is
  AlignedVector<double> per_weight_;  // 1 / w_i
  Profit profit_ = 0;
  Weight load_ = 0;
  Index count_ = 0;
};

}  // namespace spinsack
