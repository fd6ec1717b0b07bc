// SPDX-License-Identifier: Apache-2.0
// Squared penalties in a file of their own, beside a model that holds the rest: strength (a . x + b)^2 is as many numbers
// as there are variables in it, where written out it is as many as there are pairs of them.
//
//   {"size": 7, "squares": [{"strength": 2, "b": -5, "variables": [0, 1, 2, 6], "a": [2, 3, 4, 1]}]}
#pragma once

#include "core/file.hpp"
#include "qubo/model.hpp"

namespace spinsack {

// The squares of a model. Numbers read back equal.
void write_squares(const QuboModel& model, TextWriter& out);

// The form with the squares of the file. The size is the number of variables; the form may have fewer, since slack bits occur
// in squares only. InputError for anything else.
[[nodiscard]] QuboModel with_squares(QuadraticForm form, const InputFile& file);

}  // namespace spinsack
