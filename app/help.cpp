// SPDX-License-Identifier: Apache-2.0
// spinsack help: the same pages as --help, for those who think of the word first.
#include "commands.hpp"
#include "core/catalog.hpp"
#include "help/help_text.hpp"
#include "terminal/output.hpp"

#include <array>
#include <string>

namespace spinsack::cli {
namespace {

struct Help {
  std::string command;

  void declare(Flags& flags) {
    flags.optional_argument(command, catalog_value("COMMAND", commands()),
                            "the command to explain; without it, an overview");
  }

  int run() const {
    print(command.empty() ? orientation() : help_page(find_entry(commands(), "command", command)));
    return success;
  }
};

constexpr std::array<Example, 2> examples{{
    {"spinsack help", "what there is"},
    {"spinsack help formulate", "the page of one command"},
}};

}  // namespace

extern const Command help_command;
const Command help_command{"help", "explain a command",
                           "Shows the page that 'spinsack COMMAND --help' shows.", examples,
                           declare<Help>};

}  // namespace spinsack::cli
