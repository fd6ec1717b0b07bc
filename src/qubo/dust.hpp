// SPDX-License-Identifier: Apache-2.0
// Coefficients too small to matter. Beside a coupling of 1000 a term of 1e-17 is below the rounding of any sum, but
// it makes numbers real that could be bytes, and a coldest temperature that serves nobody.
#pragma once

#include "qubo/model.hpp"

#include <cstdint>
#include <optional>

namespace spinsack {

inline constexpr double dust_share = 0x1p-60;

struct DustFree {
  QuboModel model;
  std::int64_t dropped = 0;  // terms of the objective, linear ones and pairs
};

// The model without the terms of its objective that are less than dust_share of the largest one of their variable, or
// of both their variables. A double has 53 bits, so a hundred of them together are still nothing. Nothing if
// there are none. Penalties stay and are no measure: theirs vanish where they are kept. O(non-zero couplings).
[[nodiscard]] std::optional<DustFree> without_dust(const QuboModel& model);

}  // namespace spinsack
