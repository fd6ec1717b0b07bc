// SPDX-License-Identifier: Apache-2.0
// Graphs have couplings only. One more spin s_a, behind all others, turns a linear term h_i s_i
// into a coupling h_i s_a s_i: the same function where s_a = +1, and every state has a mirror image
// of equal value with all spins reversed. So a state is read relative to its last spin.
#pragma once

#include "qubo/quadratic_form.hpp"

namespace spinsack {

// form is of spins.
[[nodiscard]] QuadraticForm with_anchor_spin(const QuadraticForm& form);

}  // namespace spinsack
