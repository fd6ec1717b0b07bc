// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spinsack {

// 64 lower-case hexadecimal digits, as sha256sum prints them.
[[nodiscard]] std::string sha256(std::string_view data);

}  // namespace spinsack
