// SPDX-License-Identifier: Apache-2.0
// The body of a request to the Amplify Annealing Engine of Fixstars (API v0):
//
//   {"polynomial": [[0, 1, -2.5], [1, 1, 3]], "constant": 7}
//
// and for a model with an inequality
//
//   "constraints": [{"condition": {"left": [[0, 3], [1, 5]], "op": "LE", "right": 7}, "penalty": [...], "multiplier": 1}]
//
// min sum q_ij x_i x_j + constant over bits from 0; [i, i, q] and [i, q] are linear, [c] is constant. Other members,
// such as "timeout", belong to the request and are passed over; who sends the body adds them before the last brace.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

[[nodiscard]] bool detect_amplify(std::string_view text);
[[nodiscard]] QuadraticForm read_amplify(const InputFile& file);
void write_amplify(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
