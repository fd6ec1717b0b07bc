// SPDX-License-Identifier: Apache-2.0
// What the system says about a call that failed.
#pragma once

#include <string>
#include <system_error>

namespace spinsack {

// In words, for a value of errno: "No space left on device".
[[nodiscard]] inline std::string system_reason(int error) {
  return std::generic_category().message(error);
}

}  // namespace spinsack
