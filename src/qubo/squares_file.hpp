// SPDX-License-Identifier: Apache-2.0
// Squared penalties in a file of their own, beside a model that holds the rest: strength (a . x + b)^2 is as many numbers
// as there are variables, where written out it is as many as there are pairs.
//
//   {"squares": [{"strength": 2, "b": -5, "a": [2, 3, 4, 5, 1, 1, 2]}]}
#pragma once

#include "core/file.hpp"
#include "qubo/model.hpp"

namespace spinsack {

// The squares of a model. Numbers read back equal.
void write_squares(const QuboModel& model, TextWriter& out);

// The form with the squares of the file. They tell the number of variables; the form may have fewer, since slack bits occur
// in squares only. InputError for anything else.
[[nodiscard]] QuboModel with_squares(QuadraticForm form, const InputFile& file);

}  // namespace spinsack
