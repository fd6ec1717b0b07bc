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

}  // namespace spinsack::test
