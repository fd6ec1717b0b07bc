// SPDX-License-Identifier: Apache-2.0
// Where tests find the sources and the command. One file knows: the paths of a build tree in every test would
// make a compiler cache useless in the next tree.
#pragma once

#include <filesystem>
#include <string>

namespace spinsack::test {

[[nodiscard]] std::filesystem::path source_folder();  // the top of the repository
[[nodiscard]] std::string spinsack_command();         // path of the built command
// Path of a library that lets few threads start (tests/few_threads); empty in a build that cannot use it.
[[nodiscard]] std::string few_threads_library();

// The built spinsack-mip. Tests that solve by it in their own process find it by the variable SPINSACK_MIP, which is
// set before the first of them unless the caller has done so.
[[nodiscard]] std::string spinsack_mip();
[[nodiscard]] bool has_spinsack_mip();
inline constexpr const char* no_spinsack_mip = "spinsack-mip is not built (CBC is not installed)";

}  // namespace spinsack::test
