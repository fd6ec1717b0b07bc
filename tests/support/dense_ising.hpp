// SPDX-License-Identifier: Apache-2.0
// Couplings of -1 or +1 between all spins (Sherrington and Kirkpatrick).
#pragma once

#include "core/rng.hpp"
#include "qubo/quadratic_form.hpp"

#include <cstdint>
#include <utility>

namespace spinsack::test {

inline QuadraticForm dense_ising(Rng& rng, Index n) {
  QuadraticForm form;
  form.vartype = Vartype::spin;
  form.linear.assign(at(n), 0);
  SymmetricRowsBuilder pairs(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) pairs.add(i, j, rng.integer(0, 1) == 0 ? -1 : std::int64_t{1});
  form.pairs = std::move(pairs).finish();
  return form;
}

}  // namespace spinsack::test
