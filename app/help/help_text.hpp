// SPDX-License-Identifier: Apache-2.0
// Help pages, from the declared flags.
#pragma once

#include "command.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// What `spinsack` alone says.
[[nodiscard]] std::string orientation();

// The page of a command, or of one entry of the catalog that it chooses from: a method of solve,
// with the parameters that are its own. An empty owner is the whole command, and so is the name of a
// published instance. UsageError for an unknown one.
[[nodiscard]] std::string help_page(const Command& command, std::string_view owner);
// The page of a command that is a program of its own.
[[nodiscard]] std::string program_page(const Command& command, std::string_view program);

// The pieces that the man page and the completions share with help:
// the sentence that says what the program is,
[[nodiscard]] std::string_view tagline();
// how instances are named,
[[nodiscard]] std::string_view instance_names();
// what the exit codes mean,
[[nodiscard]] std::span<const Example> exit_codes();
// examples across commands,
[[nodiscard]] std::span<const Example> first_examples();
// "[flags] NAME" as it follows the command's name,
[[nodiscard]] std::string usage_of(std::span<const Flag> flags);
// "spinsack solve -m lha",
[[nodiscard]] std::string typed_owner(const Command& command, const ParameterOwners& owners,
                                      std::string_view owner);
// "-o, --output FILE", "NAME",
[[nodiscard]] std::string term_of(const Flag& flag);
// help with the known words and the default,
[[nodiscard]] std::string explanation_of(const Flag& flag);
// meaning, range and default of a parameter,
[[nodiscard]] std::string explanation_of(const Parameter& parameter);
// and the headings of the flags, each once, in the order of declaration.
[[nodiscard]] std::vector<std::string> groups_of(std::span<const Flag> flags);

// What a command declares, --help included.
struct Declared {
  std::vector<Flag> flags;
  ParameterOwners owners;
};
[[nodiscard]] Declared declared_by(const Command& command);

}  // namespace spinsack::cli
