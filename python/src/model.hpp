// SPDX-License-Identifier: Apache-2.0
// A model as Python holds it: of any origin, or formulated from an instance, with the way back to items.
#pragma once

#include "spinsack.hpp"

#include <memory>
#include <optional>
#include <string>

namespace spinsack::python {

struct Model {
  std::string name;
  Vartype vartype = Vartype::binary;  // of the variables as the user sees them
  std::optional<QuboModel> qubo = {};
  // In place of the former, where an instance was formulated.
  std::optional<Formulation> formulation = {};
  std::shared_ptr<LoadedInstance> instance = {};

  const QuboModel& machine_model() const { return formulation ? formulation->model : *qubo; }
  // Written out, in the user's kind of variables.
  QuadraticForm form() const {
    QuadraticForm expanded = machine_model().expand();
    return vartype == Vartype::spin ? to_spin(std::move(expanded)) : expanded;
  }
};

}  // namespace spinsack::python
