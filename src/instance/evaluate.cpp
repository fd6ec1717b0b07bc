// SPDX-License-Identifier: Apache-2.0
#include "instance/evaluate.hpp"

#include <cassert>
#include <vector>

namespace spinsack {

Evaluation evaluate(const QkpInstance& instance, BitView x) {
  assert(x.size() == at(instance.size()));
  std::vector<Index> chosen;
  for (Index i = 0; i < instance.size(); ++i)
    if (x[at(i)] != 0) chosen.push_back(i);
  Evaluation result;
  instance.pair_profits().visit([&]<class Rows>(const Rows& rows) {
    for (const Index i : chosen) {
      result.load += instance.weights()[at(i)];
      result.profit += instance.profits()[at(i)];
      // With every chosen j < i.
      if constexpr (Rows::dense) {
        const auto* const row = rows.row_data(i);
        for (const Index* j = chosen.data(); *j < i; ++j)
          result.profit += static_cast<Profit>(row[*j]);
      } else {
        const auto columns = rows.columns(i);
        const auto values = rows.values(i);
        for (std::size_t e = 0; e < columns.size() && columns[e] < i; ++e)
          if (x[at(columns[e])] != 0) result.profit += static_cast<Profit>(values[e]);
      }
    }
  });
  result.feasible = result.load <= instance.capacity();
  return result;
}

}  // namespace spinsack
