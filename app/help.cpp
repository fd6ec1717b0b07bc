// SPDX-License-Identifier: Apache-2.0
// spinsack help: the same pages as --help, for those who think of the word first.
#include "commands.hpp"
#include "core/catalog.hpp"
#include "help/help_text.hpp"
#include "terminal/output.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack::cli {
namespace {

// The entries that may stand behind `help COMMAND`.
ValueKind entry_value() {
  ValueKind value{"NAME"};
  for (const Command& command : commands()) {
    if (command.name == "help") continue;  // which would have to declare itself to be asked
    std::vector<std::string> names;
    for (const ParameterOwner& owner : declared_by(command).owners.entries)
      names.push_back(owner.name);
    if (!names.empty()) value.words_behind.emplace(command.name, std::move(names));
  }
  return value;
}

struct Help {
  std::string command;
  std::string entry;

  void declare(Flags& flags) {
    flags.optional_argument(command, catalog_value("COMMAND", commands()),
                            "the command to explain; without it, an overview");
    flags.optional_argument(entry, entry_value(), R"(
      a method of solve, a sampler of sample, an encoding of formulate or a family of generate
    )");
  }

  int run() const {
    print(command.empty() ? orientation()
                          : help_page(find_entry(commands(), "command", command), entry));
    return success;
  }
};

constexpr std::array<Example, 3> help_examples{{
    {"spinsack help", "what there is"},
    {"spinsack help formulate", "the page of one command"},
    {"spinsack help solve lha", "the parameters of one method"},
}};

constexpr std::string_view about_help = R"(
Shows the page that 'spinsack COMMAND --help' shows. With a second name it shows one method of
solve, sampler of sample, encoding of formulate or family of generate, with the parameters that are
its own.
)";

}  // namespace

extern const Command help_command;
const Command help_command{"help", "explain a command, or one of its methods", about_help,
                           help_examples, declare<Help>};

}  // namespace spinsack::cli
