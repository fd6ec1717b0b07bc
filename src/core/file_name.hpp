// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spinsack {

// The name for what a file holds, if the file does not give one: the file's, without folder and ending.
[[nodiscard]] std::string name_from_path(std::string_view path);

}  // namespace spinsack
