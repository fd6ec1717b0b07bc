// SPDX-License-Identifier: Apache-2.0
// Zsh describes flags as `'(-o --output)'{-o,--output}'[help]:FILE:_files'` and does the rest
// itself.
#include "commands.hpp"
#include "help/completion_scripts.hpp"
#include "help/help_text.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace spinsack::cli {
namespace {

// For a place between single quotes where any of `special` has a meaning of its own.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (special.find(c) != std::string_view::npos)
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result;
}

std::string action_of(const ValueKind& value) {
  switch (value.completion) {
    case ValueKind::Completion::file:
      return "_files";
    case ValueKind::Completion::directory:
      return "_files -/";
    case ValueKind::Completion::instance:
      // The blank keeps _arguments from adding arguments of its own.
      return fmt::format(" _spinsack_published suites {}", fmt::join(value.words, " "));
    case ValueKind::Completion::model:
      return fmt::format(" _spinsack_published models {}", fmt::join(value.words, " "));
    case ValueKind::Completion::words:
      break;
  }
  if (!value.words_behind.empty()) {
    std::string action = " _spinsack_behind";
    for (const auto& [word, offered] : value.words_behind)
      action += fmt::format(" {} \"{}\"", word, fmt::join(offered, " "));
    return action;
  }
  return value.words.empty() ? " " : fmt::format("({})", fmt::join(value.words, " "));
}

std::string specification(const Flag& flag) {
  const std::string value =
      escaped(fmt::format("{}:{}", flag.value.name, action_of(flag.value)), "");
  if (flag.positional()) return fmt::format("'{}:{}'", flag.repeated ? "*" : "", value);
  const std::string help = escaped(flag.help, "[]:");
  const std::string rest =
      flag.value.name.empty() ? fmt::format("[{}]'", help) : fmt::format("[{}]:{}'", help, value);
  if (flag.short_name.empty()) return fmt::format("'{}{}", flag.long_name, rest);
  return fmt::format("'({0} {1})'{{{0},{1}}}'{2}", flag.short_name, flag.long_name, rest);
}

}  // namespace

std::string zsh_completion() {
  std::string script = fmt::format(
      "#compdef spinsack\n# zsh completion for spinsack {}, written by `spinsack completion zsh`\n",
      version);
  script += R"sh(
# A file, something published of the kind $1, or one of the other words given.
_spinsack_published() {
  local -a families published
  published=(${(f)"$(_call_program published spinsack list $1 --names)"})
  shift
  families=("$@")
  _alternative 'families:family:compadd -a families' 'files:file:_files' \
    'published:published name:_multi_parts \: published'
}

# Pairs of a word and what may stand behind it.
_spinsack_behind() {
  local word offered
  for word offered in "$@"; do
    [[ $words[CURRENT-1] == $word ]] && compadd -- ${=offered}
  done
}

_spinsack() {
  local -a commands
  commands=(
)sh";
  for (const Command& command : commands())
    script += fmt::format("    '{}:{}'\n", command.name, escaped(command.help, ""));
  script += R"sh(  )
  if (( CURRENT == 2 )); then
    _describe -t commands 'spinsack command' commands
    _arguments '--help[show an overview]' '--version[show the version]'
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
)sh";
  for (const Command& command : commands()) {
    std::vector<std::string> specifications;
    for (const Flag& flag : declared_by(command).flags)
      specifications.push_back(specification(flag));
    script += fmt::format("    {})\n      _arguments -s \\\n        {}\n      ;;\n", command.name,
                          fmt::join(specifications, " \\\n        "));
  }
  return script + R"sh(  esac
}

if [ "$funcstack[1]" = "_spinsack" ]; then
  _spinsack "$@"
else
  compdef _spinsack spinsack
fi
)sh";
}

}  // namespace spinsack::cli
