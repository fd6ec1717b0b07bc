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

[[nodiscard]] std::string help_page(const Command& command);
// The same for a program of another name.
[[nodiscard]] std::string help_page(const Command& command, std::string_view typed);

// The pieces that the man page and the completions share with help:
// the sentence that says what the program is,
[[nodiscard]] std::string_view tagline();
// what the exit codes mean,
[[nodiscard]] std::span<const Example> exit_codes();
// examples across commands,
[[nodiscard]] std::span<const Example> first_examples();
// "[flags] NAME" as it follows the command's name,
[[nodiscard]] std::string usage_of(std::span<const Flag> flags);
// "-o, --output FILE", "NAME",
[[nodiscard]] std::string term_of(const Flag& flag);
// help with the known words and the default,
[[nodiscard]] std::string explanation_of(const Flag& flag);
// and the headings of the flags, each once, in the order of declaration.
[[nodiscard]] std::vector<std::string> groups_of(std::span<const Flag> flags);

// The flags that a command declares, --help included.
[[nodiscard]] std::vector<Flag> flags_of(const Command& command);

}  // namespace spinsack::cli
