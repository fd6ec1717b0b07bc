// SPDX-License-Identifier: Apache-2.0
// The catalog of commands. A new one is a file of its own and a line in commands.cpp.
#pragma once

#include "command.hpp"

#include <span>
#include <string>
#include <string_view>

namespace spinsack::cli {

[[nodiscard]] std::span<const Command> commands();

// The same under headings, as people look for them.
struct CommandGroup {
  std::string_view title;
  std::span<const Command> commands;
};
[[nodiscard]] std::span<const CommandGroup> command_groups();

// What `spinsack` with these arguments does; the exit code. Throws what main.cpp reports.
int run_program(std::span<const std::string> arguments);

// The command that a message should point to: its name, or nothing if the first argument is none.
[[nodiscard]] std::string_view command_of(std::span<const std::string> arguments);

}  // namespace spinsack::cli
