// SPDX-License-Identifier: Apache-2.0
// BQPJSON 1.0.0 of LANL, for QUBO and Ising models. One JSON object:
//
//   version            "1.0.0"
//   variable_ids       [0, 1, ..]; any distinct numbers from 0
//   variable_domain    "spin" or "boolean"
//   scale, offset      value = scale * (quadratic + linear + offset), scale >= 0
//   linear_terms       [{"id", "coeff"}, ..]
//   quadratic_terms    [{"id_tail", "id_head", "coeff"}, ..]; the ids differ
//   id, metadata, description, solutions        not read
//
// Variable k of the model is the k-th of variable_ids; the ids themselves are dropped. A scale that
// is a power of two goes into the unit and the other numbers without rounding; any other is
// multiplied into the coefficients, each of which is rounded once. The writer uses scale 1 and puts
// the notes into the metadata.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

bool detect_bqpjson(std::string_view text);
QuadraticForm read_bqpjson(const InputFile& file);
// Whether its ids are something else than 0, 1, .. in this order.
bool bqpjson_drops_labels(const InputFile& file);
void write_bqpjson(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
