// SPDX-License-Identifier: Apache-2.0
// What is asked of a solver of mixed-integer programs, and how far its floating point is trusted.
#pragma once

#include "core/types.hpp"
#include "formulation/linearise.hpp"
#include "instance/qkp.hpp"

#include <cmath>
#include <cstdint>

namespace spinsack {

// The instance with the same optimum and no number larger than matters, as what is large hides what is small
// from a solver. Items that do not fit weigh no more than the capacity and one, and earn nothing, and nor do
// pairs that do not fit; a loss of more than all that an item can gain is one more than that. No feasible set
// has a smaller value than before.
[[nodiscard]] QkpInstance without_excess(const QkpInstance& instance);

// How to solve an instance.
struct MipTask {
  const Linearisation* form = nullptr;
  Bits start = {};              // feasible, where the solver begins; empty: none
  std::uint64_t seed = 0;       // of the solver's own random numbers
  std::int64_t nodes = 0;       // of branch and bound, at most
  std::int64_t cut_rounds = 0;  // at the root, at most
};

// Solvers work to tolerances of about 1e-9 in the objective and 1e-7 in rows and reduced costs.
[[nodiscard]] inline double mip_tolerance(double objective) {
  return 1e-6 + 1e-7 * std::abs(objective);
}

}  // namespace spinsack
