// SPDX-License-Identifier: Apache-2.0
// Instances by whatever name a user gives: a file, "-" for standard input, a published instance such
// as "large:1000_75_5", or a pattern such as "medium:*".
#pragma once

#include "instance/qkp.hpp"

#include <string_view>
#include <vector>

namespace spinsack {

// format applies to files only. Throws FileError, InputError, InvalidInstance or UsageError.
[[nodiscard]] std::vector<QkpInstance> load_instances(std::string_view spec,
                                                      std::string_view format = "auto");

}  // namespace spinsack
