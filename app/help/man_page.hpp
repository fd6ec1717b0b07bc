// SPDX-License-Identifier: Apache-2.0
// The manual page spinsack(1), from the same text as help.
#pragma once

#include <string>

namespace spinsack::cli {

[[nodiscard]] std::string man_page();  // man(7)

}  // namespace spinsack::cli
