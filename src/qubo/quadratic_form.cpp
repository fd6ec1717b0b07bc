// SPDX-License-Identifier: Apache-2.0
#include "qubo/quadratic_form.hpp"

#include <cassert>

namespace spinsack {
namespace {

// Sum of the entries of each row, in units of form.unit.
std::vector<double> row_sums(const QuadraticForm& form) {
  std::vector<double> sums(form.linear.size());
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    sums[at(i)] += static_cast<double>(value);
    sums[at(j)] += static_cast<double>(value);
  });
  return sums;
}

}  // namespace

double value_of(const QuadraticForm& form, BitView x) {
  assert(x.size() == form.linear.size());
  const auto level = [&](Index i) {
    return form.vartype == Vartype::binary ? (x[at(i)] != 0 ? 1.0 : 0.0)
                                           : (x[at(i)] != 0 ? 1.0 : -1.0);
  };
  double linear = 0;
  for (Index i = 0; i < form.size(); ++i) linear += form.linear[at(i)] * level(i);
  double pairs = 0;
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    pairs += static_cast<double>(value) * level(i) * level(j);
  });
  return form.constant + linear + form.unit * pairs;
}

// x_i = (1 + s_i) / 2:  q_i x_i = q_i/2 + q_i/2 s_i  and  q_ij x_i x_j = q_ij/4 (1 + s_i + s_j + s_i s_j).
QuadraticForm to_spin(QuadraticForm form) {
  if (form.vartype == Vartype::spin) return form;
  const std::vector<double> sums = row_sums(form);
  form.vartype = Vartype::spin;
  form.unit /= 4;
  for (std::size_t i = 0; i < form.linear.size(); ++i) {
    const double half = form.linear[i] / 2;
    const double pull = form.unit * sums[i];
    form.linear[i] = half + pull;
    form.constant += half + pull / 2;  // each pair is in two rows
  }
  return form;
}

// s_i = 2 x_i - 1:  h_i s_i = 2 h_i x_i - h_i  and  J_ij s_i s_j = J_ij (4 x_i x_j - 2 x_i - 2 x_j + 1).
QuadraticForm to_binary(QuadraticForm form) {
  if (form.vartype == Vartype::binary) return form;
  const std::vector<double> sums = row_sums(form);
  for (std::size_t i = 0; i < form.linear.size(); ++i) {
    const double h = form.linear[i];
    const double pull = form.unit * sums[i];
    form.linear[i] = 2 * h - 2 * pull;
    form.constant += pull / 2 - h;
  }
  form.vartype = Vartype::binary;
  form.unit *= 4;
  return form;
}

}  // namespace spinsack
