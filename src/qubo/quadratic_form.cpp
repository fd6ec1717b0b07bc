// SPDX-License-Identifier: Apache-2.0
#include "qubo/quadratic_form.hpp"

#include <cassert>
#include <cstdint>
#include <type_traits>

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

// sum_j q_ij level_j, of integers in integers: exact, and without a chain of rounded additions.
double row_value(const SymmetricRows& pairs, Index i, const std::vector<std::int8_t>& level) {
  return pairs.visit([&]<class Rows>(const Rows& rows) {
    using Value = typename Rows::Value;
    // Wide enough for one product, and for a sum of them.
    using Product = std::conditional_t<sizeof(Value) <= 2, std::int32_t, Value>;
    using Sum = std::conditional_t<std::is_integral_v<Value>, std::int64_t, double>;
    Sum sum = 0;
    if constexpr (Rows::dense) {
      const auto row = rows.row(i, pairs.size());
      for (std::size_t j = 0; j < row.size(); ++j)
        sum += static_cast<Product>(row[j]) * static_cast<Product>(level[j]);
    } else {
      const auto columns = rows.columns(i);
      const auto values = rows.values(i);
      for (std::size_t e = 0; e < columns.size(); ++e)
        sum += static_cast<Sum>(values[e]) * static_cast<Sum>(level[at(columns[e])]);
    }
    return static_cast<double>(sum);
  });
}

}  // namespace

double value_of(const QuadraticForm& form, BitView x) {
  assert(x.size() == form.linear.size());
  const std::int8_t down = form.vartype == Vartype::binary ? 0 : -1;
  std::vector<std::int8_t> level(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) level[i] = x[i] != 0 ? std::int8_t{1} : down;
  double linear = 0;
  double pairs = 0;  // each of them twice, once in either row
  for (Index i = 0; i < form.size(); ++i) {
    if (level[at(i)] == 0) continue;
    linear += form.linear[at(i)] * level[at(i)];
    pairs += level[at(i)] * row_value(form.pairs, i, level);
  }
  return form.constant + linear + form.unit * (pairs / 2);
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
