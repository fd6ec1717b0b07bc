// SPDX-License-Identifier: Apache-2.0
#include "help/help_text.hpp"

#include "commands.hpp"
#include "core/catalog.hpp"
#include "core/text_reader.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace spinsack::cli {
namespace {

constexpr std::size_t explanation_column = 26;
constexpr std::size_t most_words = 12;  // longer lists are for `spinsack list`

constexpr std::size_t owner_column = 14;

constexpr std::array<Example, 2> examples{{
    {"spinsack solve large:1000_75_5",
     "solve a knapsack: the best items, and a bound that no choice can exceed"},
    {"spinsack compare --methods sa,sb --suite 'medium:100_25_?' -t 0.1",
     "run two Ising machines on nine knapsacks and see which is better"},
}};

constexpr std::array<Example, 4> codes{{
    {"0", "done"},
    {"1", "bad input or bad usage; a message on standard error says what and where"},
    {"2", "an internal error, or a verification that failed"},
    {"3", "solved, but without the proof that --certificate asked for"},
}};

std::string list_examples(std::span<const Example> list) {
  std::string text;
  for (const Example& example : list)
    text += fmt::format("  {}\n      {}\n", example.command, example.meaning);
  return text;
}

}  // namespace

std::string_view tagline() {
  return R"(
spinsack (spins + knapsack) solves quadratic knapsack problems, and runs and benchmarks Ising
machines on them.
)";
}

std::string_view instance_names() {
  return R"(
An instance is a file, '-' for standard input, or one of the 180 published instances by name, such
as large:1000_75_5. 'spinsack list suites' shows them all.
)";
}

std::span<const Example> exit_codes() { return codes; }
std::span<const Example> first_examples() { return examples; }

std::string orientation() {
  std::string text = paragraph(unwrapped(tagline()));
  text += "\nExamples:\n" + list_examples(examples);
  text += "\n" + paragraph(unwrapped(instance_names()));
  text += "\nUsage: spinsack COMMAND [flags]\n";
  for (const CommandGroup& group : command_groups()) {
    text += fmt::format("\n{}:\n", group.title);
    for (const Command& command : group.commands)
      text += definition(command.name, command.help, 15);
  }
  return text +
         "\n'spinsack help COMMAND' explains a command, 'spinsack --version' shows the version.\n";
}

Declared declared_by(const Command& command) {
  Flags flags;
  const Task task = command.declare(flags);
  const std::array<std::string, 1> help{"--help"};
  static_cast<void>(flags.parse(help));  // which declares --help itself
  return {{flags.described().begin(), flags.described().end()}, flags.owners()};
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

std::string explanation_of(const Parameter& parameter) {
  return fmt::format("{}; {} (default: {})", parameter.meaning, parameter.range,
                     parameter.default_value);
}

std::vector<std::string> groups_of(std::span<const Flag> flags) {
  std::vector<std::string> groups;
  for (const Flag& flag : flags)
    if (std::find(groups.begin(), groups.end(), flag.group) == groups.end())
      groups.push_back(flag.group);
  return groups;
}

std::string typed_owner(const Command& command, const ParameterOwners& owners,
                        std::string_view owner) {
  const std::string_view flag = std::string_view(owners.names).substr(0, owners.names.find(','));
  return fmt::format("spinsack {} {}{}{}", command.name, flag, flag.empty() ? "" : " ", owner);
}

namespace {

std::string owner_list(const Command& command, const ParameterOwners& owners) {
  std::string text;
  for (const ParameterOwner& owner : owners.entries)
    text += definition(owner.name, owner.help, owner_column);
  std::string name = owners.kind;
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text + paragraph(fmt::format("'spinsack help {} {}' shows the parameters of one {}.",
                                      command.name, name, owners.kind),
                          2);
}

std::string page_of(const Command& command, std::string_view typed) {
  const auto [flags, owners] = declared_by(command);
  std::string text = fmt::format("{} - {}\n\n", typed, command.help);
  text += fmt::format("Usage: {} {}\n\n", typed, usage_of(flags));
  text += paragraph(unwrapped(command.about));
  for (const std::string& group : groups_of(flags)) {
    text += fmt::format("\n{}:\n", group);
    bool owned = false;
    for (const Flag& flag : flags) {
      if (flag.group != group) continue;
      owned = owned || flag.owned;
      if (!flag.owned) text += definition(term_of(flag), explanation_of(flag), explanation_column);
    }
    if (owned) text += owner_list(command, owners);
  }
  return text + "\nExamples:\n" + list_examples(command.examples);
}

// The examples in which the owner is a word.
std::vector<Example> examples_with(const Command& command, std::string_view owner) {
  std::vector<Example> found;
  for (const Example& example : command.examples) {
    const std::string line = fmt::format(" {} ", example.command);
    if (line.find(fmt::format(" {} ", owner)) != std::string::npos) found.push_back(example);
  }
  return found;
}

std::string owner_page(const Command& command, const Declared& declared,
                       const ParameterOwner& owner) {
  const std::string typed = typed_owner(command, declared.owners, owner.name);
  std::vector<Flag> arguments;
  for (const Flag& flag : declared.flags)
    if (flag.positional()) arguments.push_back(flag);
  if (declared.owners.names.empty()) arguments.erase(arguments.begin());  // the owner itself
  std::string text = paragraph(fmt::format("{} - {}", typed, owner.help));
  text += fmt::format("\nUsage: {} {}\n", typed, usage_of(arguments));
  if (owner.parameters.empty())
    text += fmt::format("\nThe {} {} has no parameters of its own.\n", declared.owners.kind,
                        owner.name);
  else
    text += fmt::format("\nParameters of {}:\n", owner.name);
  for (const Parameter& parameter : owner.parameters)
    for (const Flag& flag : declared.flags)
      if (flag.long_name == fmt::format("--{}", parameter.name))
        text += definition(term_of(flag), explanation_of(parameter), explanation_column);
  text += fmt::format("\n'spinsack help {}' shows the flags that go with every {}.\n", command.name,
                      declared.owners.kind);
  const std::vector<Example> found = examples_with(command, owner.name);
  return found.empty() ? text : text + "\nExamples:\n" + list_examples(found);
}

}  // namespace

std::string help_page(const Command& command, std::string_view owner) {
  if (owner.empty() || owner.find(':') != std::string_view::npos)
    return page_of(command, fmt::format("spinsack {}", command.name));
  const Declared declared = declared_by(command);
  if (declared.owners.entries.empty())
    throw UsageError(
        fmt::format("unexpected argument {}: {} has one page", quote(owner), command.name));
  const std::span<const ParameterOwner> entries = declared.owners.entries;
  return owner_page(command, declared, find_entry(entries, declared.owners.kind, owner));
}

std::string program_page(const Command& command, std::string_view program) {
  return page_of(command, program);
}

}  // namespace spinsack::cli
