// SPDX-License-Identifier: Apache-2.0
// The ten digits of ASCII. std::isdigit asks the locale.
#pragma once

namespace spinsack {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace spinsack
