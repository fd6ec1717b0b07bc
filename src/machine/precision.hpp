// SPDX-License-Identifier: Apache-2.0
// Whether a machine can hold the coefficients of a model, looked at before anything is sent.
#pragma once

#include "machine/messages.hpp"
#include "qubo/quadratic_form.hpp"

#include <cstdint>
#include <string>

namespace spinsack {

struct PrecisionReport {
  int shift = 0;             // the model was multiplied by 2^shift, which loses nothing
  std::int64_t terms = 0;    // not zero
  std::int64_t inexact = 0;  // that the machine would change
  double largest_error = 0;  // of one of them
  [[nodiscard]] std::string text(const Coefficients& coefficients) const;
};

// Multiplies a form for a machine of integers by a power of two, if that makes all of its coefficients integers.
// rounded: gives the others the value that the machine can hold.
[[nodiscard]] PrecisionReport fit_to_machine(QuadraticForm& form, const Coefficients& coefficients,
                                             bool rounded);

}  // namespace spinsack
