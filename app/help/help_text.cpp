// SPDX-License-Identifier: Apache-2.0
#include "help/help_text.hpp"

#include "commands.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace spinsack::cli {
namespace {

constexpr std::size_t explanation_column = 26;
constexpr std::size_t most_words = 12;  // longer lists are for `spinsack list`

constexpr std::array<Example, 3> examples{{
    {"spinsack info large:1000_75_5", "look at one of the 180 published instances"},
    {"spinsack generate gallo --n 50 --seed 1 -o new.txt", "make an instance of your own"},
    {"spinsack formulate new.txt -o new.coo", "turn it into a QUBO for any Ising machine"},
}};

constexpr std::array<Example, 3> codes{{
    {"0", "done"},
    {"1", "bad input or bad usage; a message on standard error says what and where"},
    {"2", "an internal error, or a verification that failed"},
}};

std::string list_examples(std::span<const Example> list) {
  std::string text;
  for (const Example& example : list)
    text += fmt::format("  {}\n      {}\n", example.command, example.meaning);
  return text;
}

}  // namespace

std::string_view tagline() {
  return "spinsack (spins + knapsack) turns quadratic knapsack problems into the QUBO and Ising "
         "models that annealers and Ising machines solve, and checks what comes back.";
}

std::span<const Example> exit_codes() { return codes; }
std::span<const Example> first_examples() { return examples; }

std::string orientation() {
  std::string text = paragraph(tagline());
  text += "\nUsage: spinsack COMMAND [flags]\n\nCommands:\n";
  for (const Command& command : commands()) text += definition(command.name, command.help, 15);
  text += "\nExamples:\n" + list_examples(examples);
  return text +
         "\n'spinsack help COMMAND' explains a command, 'spinsack --version' tells the version.\n";
}

std::vector<Flag> flags_of(const Command& command) {
  Flags flags;
  const Task task = command.declare(flags);
  const std::array<std::string, 1> help{"--help"};
  static_cast<void>(flags.parse(help));  // which declares --help itself
  return {flags.described().begin(), flags.described().end()};
}

std::string usage_of(std::span<const Flag> flags) {
  std::string usage = "[flags]";
  for (const Flag& flag : flags) {
    if (!flag.positional()) continue;
    const std::string name = flag.value.name + (flag.repeated ? "..." : "");
    usage += flag.required ? fmt::format(" {}", name) : fmt::format(" [{}]", name);
  }
  return usage;
}

std::string term_of(const Flag& flag) {
  if (flag.positional()) return flag.value.name;
  const std::string prefix = flag.short_name.empty() ? "    " : flag.short_name + ", ";
  return prefix + flag.long_name + (flag.value.name.empty() ? "" : " " + flag.value.name);
}

std::string explanation_of(const Flag& flag) {
  std::string text = flag.help;
  const auto& words = flag.value.words;
  if (!words.empty() && !flag.value.open && words.size() <= most_words)
    text += fmt::format(": {}", fmt::join(words, ", "));
  if (!flag.default_value.empty()) text += fmt::format(" (default: {})", flag.default_value);
  return text;
}

std::vector<std::string> groups_of(std::span<const Flag> flags) {
  std::vector<std::string> groups;
  for (const Flag& flag : flags)
    if (std::find(groups.begin(), groups.end(), flag.group) == groups.end())
      groups.push_back(flag.group);
  return groups;
}

std::string help_page(const Command& command) {
  return help_page(command, fmt::format("spinsack {}", command.name));
}

std::string help_page(const Command& command, std::string_view typed) {
  const std::vector<Flag> flags = flags_of(command);
  std::string text = fmt::format("{} - {}\n\n", typed, command.help);
  text += fmt::format("Usage: {} {}\n\n", typed, usage_of(flags));
  text += paragraph(command.about);
  for (const std::string& group : groups_of(flags)) {
    text += fmt::format("\n{}:\n", group);
    for (const Flag& flag : flags)
      if (flag.group == group)
        text += definition(term_of(flag), explanation_of(flag), explanation_column);
  }
  return text + "\nExamples:\n" + list_examples(command.examples);
}

}  // namespace spinsack::cli
