// SPDX-License-Identifier: Apache-2.0
// The QUBOs of QOBLIB, the Quantum Optimization Benchmarking Library, mostly as `.qs.xz`:
//
//   # ObjectiveOffset 12
//   # Vars Non-zeros
//   n m
//   i j q                       m lines, numbered from 1, each pair once
//
// min x'Qx + offset for a symmetric Q, so an entry off the diagonal counts twice. The lines are those of MQLib, which
// maximises; the comments tell the two apart, or the ending of the file.
#pragma once

#include "core/file.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"

#include <string_view>

namespace spinsack {

[[nodiscard]] bool detect_qs(std::string_view text);
[[nodiscard]] QuadraticForm read_qs(const InputFile& file);
void write_qs(const QuadraticForm& form, const FileNotes& notes, TextWriter& out);

}  // namespace spinsack
