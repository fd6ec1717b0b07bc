// SPDX-License-Identifier: Apache-2.0
// Where spinsack-mip is.
#pragma once

#include <string>

namespace spinsack {

// The file that the variable SPINSACK_MIP names; without it the first there is: beside the running program (a build
// tree), where the running program was installed to, even if that moved since, where this library was meant to
// be installed to. UsageError that names all of them if there is none.
[[nodiscard]] std::string find_spinsack_mip();

}  // namespace spinsack
