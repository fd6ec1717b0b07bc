// SPDX-License-Identifier: Apache-2.0
#include "qubo/anchor_spin.hpp"

namespace spinsack {

QuadraticForm with_anchor_spin(const QuadraticForm& form) {
  const Index anchor = form.size();
  SymmetricRowsBuilder pairs(anchor + 1);
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    if constexpr (std::is_floating_point_v<decltype(value)>)
      pairs.add(i, j, value);
    else
      pairs.add(i, j, static_cast<std::int64_t>(value));
  });
  // unit is a power of two, so that the division only moves the exponent.
  for (Index i = 0; i < form.size(); ++i)
    if (form.linear[at(i)] != 0) pairs.add(i, anchor, form.linear[at(i)] / form.unit);
  return {.vartype = Vartype::spin,
          .constant = form.constant,
          .linear = std::vector<double>(at(anchor) + 1),
          .unit = form.unit,
          .pairs = std::move(pairs).finish()};
}

}  // namespace spinsack
