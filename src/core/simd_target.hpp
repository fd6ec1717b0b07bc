// SPDX-License-Identifier: Apache-2.0
// Which of the instruction sets that the vector kernels were compiled for they use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// Names of those that this processor can run, best first.
[[nodiscard]] std::vector<std::string> simd_targets();
// The widest that kernels use now.
[[nodiscard]] std::string simd_target_in_use();
// Uses one of them from now on, or the best for "auto". UsageError if it is not in the list, and then
// nothing changes. Not to be called while kernels run.
void use_simd_target(std::string_view name);

}  // namespace spinsack
