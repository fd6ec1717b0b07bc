// SPDX-License-Identifier: Apache-2.0
// Instances for property tests, drawn by RapidCheck so that a failure shrinks to a small one.
#pragma once

#include "instance/qkp.hpp"
#include "support/property.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::test {

// Equal in everything but the name.
inline bool same_numbers(const QkpInstance& a, const QkpInstance& b) {
  return std::ranges::equal(a.profits(), b.profits()) &&
         std::ranges::equal(a.weights(), b.weights()) && a.pair_profits() == b.pair_profits() &&
         a.capacity() == b.capacity() && a.profit_digits() == b.profit_digits() &&
         a.weight_digits() == b.weight_digits();
}

// Small and dense or larger and sparse, profits of either sign, up to about 2^36, decimals or not.
// To be called within a property.
inline QkpInstance arbitrary_instance(std::string name) {
  const Index n = any_bool() ? any_in<Index>(1, 9) : any_of<Index>({70, 90});
  const int width = any_in(1, 37);
  const std::int64_t high = std::int64_t{1} << width;
  const std::int64_t low = any_of<std::int64_t>({0, -high});
  QkpInstance::Data data;
  data.name = std::move(name);
  data.profit = any_integers(at(n), low, high);
  data.weight = any_integers(at(n), 1, high + 1);
  const int pairs = n == 1 ? 0 : any_in(0, 40);
  SymmetricRowsBuilder builder(n);
  for (int k = 0; k < pairs; ++k) {
    const Index i = any_in<Index>(0, n - 1);
    builder.add(i, any_in<Index>(i + 1, n), any_integer(low, high));
  }
  data.capacity = any_in<Weight>(0, high * 4);
  data.profit_digits = any_of({0, 0, 1, 4});
  data.weight_digits = any_of({0, 0, 1, 4});
  // Some number must need all the decimals, or a file would rightly be read with fewer.
  if (data.profit_digits > 0) data.profit[0] = data.profit[0] / 10 * 10 + 1;
  if (data.weight_digits > 0) data.weight[0] = data.weight[0] / 10 * 10 + 1;
  data.pair_profit = std::move(builder).finish();
  return QkpInstance(std::move(data));
}

// Likewise, with names or without, of characters that mean something in some format.
inline QkpInstance arbitrary_named_instance(std::string name) {
  QkpInstance::Data data = arbitrary_instance(std::move(name)).release();
  if (!any_bool()) return QkpInstance(std::move(data));
  for (std::size_t i = 0; i < data.profit.size(); ++i) {
    const auto middle = any_string_of(" \",;\\'#01x{:=");
    data.item_names.push_back("\"" + middle + "é" + std::to_string(i));
  }
  return QkpInstance(std::move(data));
}

}  // namespace spinsack::test
