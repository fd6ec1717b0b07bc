// SPDX-License-Identifier: Apache-2.0
// The file beside a model: everything that turns the bits of a foreign machine back into items, and
// its energies back into profits.
#pragma once

#include "formulation/formulation.hpp"
#include "instance/qkp.hpp"
#include "qubo/quadratic_form.hpp"

#include <string>
#include <string_view>

namespace spinsack::cli {

struct ModelFile {
  std::string_view path;
  std::string_view format;
  bool holds_constant = true;
};

// JSON, a line per key. form is the model as written, perhaps with an anchor spin at its end.
[[nodiscard]] std::string decode_map(const QkpInstance& instance, const Formulation& formulation,
                                     const QuadraticForm& form, const ModelFile& file);

}  // namespace spinsack::cli
