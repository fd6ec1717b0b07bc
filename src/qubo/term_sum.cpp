// SPDX-License-Identifier: Apache-2.0
#include "qubo/term_sum.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace spinsack {

void TermSum::begin_run(Index low, Index high, double value) {
  if (low == high) {  // often between two runs, and no reason to end one
    repeated_ += value != 0 && linear_[at(low)] != 0 ? 1 : 0;
    linear_[at(low)] += value;
    return;
  }
  end_run();
  run_[0] = value;
  run_length_ = 1;
  run_row_ = low;
  run_next_ = high + 1;
  pair_terms_ += value != 0 ? 1 : 0;
}

void TermSum::end_run() {
  if (run_length_ == 0) return;
  if (run_length_ == 1) {
    pairs_.add(run_row_, run_next_ - 1, run_[0]);
    run_length_ = 0;
    return;
  }
  const Index first = run_next_ - static_cast<Index>(run_length_);
  std::array<std::int64_t, longest_run> whole;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  bool integers = true;
  for (std::size_t k = 0; k < run_length_; ++k) {
    const bool small = std::fabs(run_[k]) <= INT32_MAX;
    whole[k] = static_cast<std::int32_t>(small ? run_[k] : 0.0);
    integers = integers && static_cast<double>(whole[k]) == run_[k];
  }
  if (integers)
    pairs_.add_run(run_row_, first, {whole.data(), run_length_});
  else
    for (std::size_t k = 0; k < run_length_; ++k)
      pairs_.add(run_row_, first + static_cast<Index>(k), run_[k]);
  run_length_ = 0;
}

QuadraticForm TermSum::finish(Vartype vartype, double constant) && {
  end_run();
  QuadraticForm form;
  form.vartype = vartype;
  form.constant = constant;
  form.linear = std::move(linear_);
  form.pairs = std::move(pairs_).finish();
  form.repeated_terms = repeated_ + pair_terms_ - form.pairs.pairs();
  return form;
}

}  // namespace spinsack
