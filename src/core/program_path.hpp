// SPDX-License-Identifier: Apache-2.0
// Where programs are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// Where PATH has an executable file of this name.
[[nodiscard]] std::optional<std::string> find_program(std::string_view name);

[[nodiscard]] bool is_executable_file(const std::string& path);

// The program that is running, with its folder.
[[nodiscard]] std::string this_program();

// The file that this code was loaded from: the program, or a shared object that holds the library, such as a module of
// Python. Empty if nobody can tell.
[[nodiscard]] std::string this_code();

// Where programs of ours may stand beside this code: the folder of the program, and for a module of Python its own and that
// of the programs that were installed with it.
[[nodiscard]] std::vector<std::string> folders_beside();

}  // namespace spinsack
