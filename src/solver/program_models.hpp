// SPDX-License-Identifier: Apache-2.0
// Instances of any problem as models, by way of their programs: what a problem has that brings no way of its own.
#pragma once

#include "solver/models.hpp"

namespace spinsack {

[[nodiscard]] const ModelMaker* program_models();

}  // namespace spinsack
