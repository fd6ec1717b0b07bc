// SPDX-License-Identifier: Apache-2.0
// The methods that only max k-cut has.
#pragma once

#include "solver/method.hpp"

#include <span>

namespace spinsack::kcut {

[[nodiscard]] std::span<const Method> kcut_methods();  // best first

}  // namespace spinsack::kcut
