// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace spinsack {

// What was probably meant by the name of an instance that is neither a published one nor a file: a published
// instance, with or without its suite, or a file beside it. Empty if nothing is near.
[[nodiscard]] std::string nearest_instance(std::string_view spec);

// FileError that says so, unless there is something of that name.
void refuse_missing_instance(std::string_view spec);

}  // namespace spinsack
