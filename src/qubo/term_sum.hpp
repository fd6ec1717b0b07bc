// SPDX-License-Identifier: Apache-2.0
// The terms of a file, in whatever order they come, become a quadratic form.
#pragma once

#include "core/symmetric_rows.hpp"
#include "core/types.hpp"
#include "qubo/quadratic_form.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace spinsack {

struct Term {
  Index i, j;  // counted from 0
  double value;
};

// Sums terms, and counts those that were given before; i == j is a linear term. Large models come row by row with few
// gaps, so neighbours wait until their run ends: a run goes into a matrix much faster than its members one by one.
class TermSum {
 public:
  explicit TermSum(Index size) : linear_(at(size)), pairs_(size) {}

  void add(const Term& term) {
    const Index low = std::min(term.i, term.j);
    const Index high = std::max(term.i, term.j);
    if (low != run_row_ || high != run_next_ || run_length_ == run_.size())
      return begin_run(low, high, term.value);
    run_[run_length_++] = term.value;
    ++run_next_;
    pair_terms_ += term.value != 0 ? 1 : 0;
  }
  [[nodiscard]] QuadraticForm finish(Vartype vartype, double constant) &&;

 private:
  static constexpr std::size_t longest_run = 256;

  void begin_run(Index low, Index high, double value);
  void end_run();

  std::vector<double> linear_;
  SymmetricRowsBuilder pairs_;
  std::int64_t repeated_ = 0;    // linear ones
  std::int64_t pair_terms_ = 0;  // more than there are pairs in the end: the rest was summed

  std::array<double, longest_run>
      run_{};  // the pairs (run_row_, run_next_ - run_length_), .. before run_next_
  std::size_t run_length_ = 0;
  Index run_row_ = -1;
  Index run_next_ = -1;
};

}  // namespace spinsack
