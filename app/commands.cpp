// SPDX-License-Identifier: Apache-2.0
// Compiled alone: it declares what every command defines, and beside a definition that is said twice.
#include "commands.hpp"

#include "core/catalog.hpp"
#include "help/help_text.hpp"
#include "spinsack_version.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace spinsack::cli {

extern const Command solve_command;
extern const Command generate_command;
extern const Command info_command;
extern const Command convert_command;
extern const Command formulate_command;
extern const Command sample_command;
extern const Command postprocess_command;
extern const Command model_command;
extern const Command machine_command;
extern const Command verify_command;
extern const Command compare_command;
extern const Command study_command;
extern const Command report_command;
extern const Command list_command;
extern const Command help_command;
extern const Command completion_command;
extern const Command man_command;

std::span<const CommandGroup> command_groups() {
  static const std::array solving{solve_command, compare_command, study_command, report_command,
                                  verify_command};
  static const std::array instances{generate_command, info_command, convert_command};
  static const std::array stages{formulate_command, sample_command, postprocess_command,
                                 model_command, machine_command};
  static const std::array helping{list_command, help_command, completion_command, man_command};
  static const std::array groups{
      CommandGroup{"Solve and benchmark", solving},
      CommandGroup{"Instances", instances},
      CommandGroup{"The Ising machine, stage by stage", stages},
      CommandGroup{"Help", helping},
  };
  return groups;
}

std::span<const Command> commands() {
  static const std::vector<Command> all = [] {
    std::vector<Command> list;
    for (const CommandGroup& group : command_groups())
      list.insert(list.end(), group.commands.begin(), group.commands.end());
    return list;
  }();
  return all;
}

std::string_view command_of(std::span<const std::string> arguments) {
  if (arguments.empty()) return {};
  for (const Command& command : commands())
    if (command.name == arguments.front()) return command.name;
  return {};
}

int run_program(std::span<const std::string> arguments) {
  if (arguments.empty() || arguments[0] == "-h" || arguments[0] == "--help") {
    print(orientation());
    return success;
  }
  if (arguments[0] == "-V" || arguments[0] == "--version") {
    print(fmt::format("spinsack {} ({})\n", version, revision));
    return success;
  }
  if (arguments[0].starts_with('-')) {
    constexpr std::array<std::string_view, 2> known{"--help", "--version"};
    throw UsageError(unknown_flag(arguments[0], known));
  }
  const Command& command = find_entry(commands(), "command", arguments[0]);
  Flags flags;
  const Task task = command.declare(flags);
  if (flags.parse(arguments.subspan(1))) {
    print(help_page(command, flags.named_owner()));
    return success;
  }
  check_outputs(flags.files(ValueKind::Use::input), flags.files(ValueKind::Use::output));
  return task.run();
}

}  // namespace spinsack::cli
