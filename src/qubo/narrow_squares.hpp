// SPDX-License-Identifier: Apache-2.0
// The squared penalties that are better written out: those of few variables, of which a model may have thousands. A
// square that is kept costs an addition whenever any variable of the model is looked at; written out it costs one for
// each of its other variables when one of its own flips.
#pragma once

#include "qubo/model.hpp"

#include <optional>

namespace spinsack {

// Whether the term is better kept as a square. One or two squares always are: the capacity of a knapsack and the
// second square of the one-hot encoding are few, whatever their length.
[[nodiscard]] bool is_wide(const QuboModel& model, const SquaredTerm& term);

// The same energies, but for rounding, with the narrow squares written out; nothing if there are none. Couplings stay
// integers where a common factor of the strengths allows it.
[[nodiscard]] std::optional<QuboModel> with_narrow_squares_written_out(const QuboModel& model);

}  // namespace spinsack
