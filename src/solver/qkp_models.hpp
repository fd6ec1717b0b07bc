// SPDX-License-Identifier: Apache-2.0
// Knapsacks as models: the encodings of the capacity, and the rules for the strength of its penalty that know what an
// item is.
#pragma once

#include "solver/models.hpp"

namespace spinsack {

[[nodiscard]] const ModelMaker* qkp_models();

}  // namespace spinsack
