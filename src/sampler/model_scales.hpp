// SPDX-License-Identifier: Apache-2.0
// The scales of a model that temperatures and forces are measured against. Squares are taken of coefficients that
// were divided by the largest one first, rounded to a power of two: so nothing overflows or vanishes whatever the
// unit of the energy, and where nothing would have, the results are the same to the last bit.
#pragma once

#include "qubo/dust.hpp"
#include "qubo/model.hpp"
#include "sampler/set_up.hpp"

namespace spinsack {

struct ModelScales {
  // Root mean square of the energy change of a flip, over uniformly random states: the largest over all
  // variables and the mean of them.
  double largest_rms_delta = 0;
  double typical_rms_delta = 0;
  double smallest_coefficient = 0;  // non-zero, of the objective; 0 if all are zero
  double most_coefficient = 0;      // no coefficient of the objective is larger
  // Most that the sizes of the couplings of a variable sum to, in units of the objective.
  double largest_row = 0;

  // Whether coefficients may be so far apart that some are nothing (qubo/dust.hpp).
  bool may_have_dust() const { return smallest_coefficient < dust_share * most_coefficient; }
};

// O(non-zero couplings + penalties * size).
[[nodiscard]] ModelScales measure_scales(const QuboModel& model, SetUpWatch watch = {});

// Of the model written out.
struct ExpandedScales {
  double largest = 0;       // max |Q_ij| over i <= j: the paper's temperature scale
  double rms_coupling = 0;  // root mean square of Q_ij over all i < j
};

// O(non-zero couplings + penalties * size), where pairs without a coupling are concerned only as far as a bound on
// their penalties calls for it.
[[nodiscard]] ExpandedScales measure_expanded(const QuboModel& model, SetUpWatch watch = {});

}  // namespace spinsack
