// SPDX-License-Identifier: Apache-2.0
// The body of a request to Fujitsu's Digital Annealer (QUBO API V4 and V3c):
//
//   {"binary_polynomial": {"terms": [{"c": 7, "p": []}, {"c": 3, "p": [0]}, {"c": -2.5, "p": [0, 1]}]}}
//
// and for a model with an inequality, of which the terms sum up to at most 0,
//
//   "inequalities": [{"terms": [{"c": -7, "p": []}, {"c": 3, "p": [0]}], "lambda": 1}]
//
// min sum of c times the product of the bits p, numbered from 0. The machine answers for variables that it was told
// of, so every one has a linear term, 0 if need be. Other members, such as "fujitsuDA3", belong to the request and are
// passed over; those that would change the model are refused.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

[[nodiscard]] bool detect_da(std::string_view text);
[[nodiscard]] QuadraticForm read_da(const InputFile& file);
void write_da(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
