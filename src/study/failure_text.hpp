// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace spinsack {

// What a record says about a failure, whatever was thrown. A campaign of days does not end because one cell
// does.
[[nodiscard]] std::string failure_text(const std::exception_ptr& failure);

}  // namespace spinsack
