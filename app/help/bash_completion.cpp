// SPDX-License-Identifier: Apache-2.0
// Bash splits words at ':' and '=' before a completion function sees them, which would tear
// "large:1000_25_1" apart. So the script cuts the line at blanks itself and, at the end, takes the
// part that Bash believes to be complete off each answer.
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

constexpr std::string_view head = R"sh(
_spinsack_published() {
  local list=suites
  [ "$kind" != model ] || list=models
  "${COMP_WORDS[0]}" list "$list" --names 2>/dev/null
}

# Sets kind and words for what may stand after the command $1 and the flag $2; without a flag, for
# its arguments, and for "=flags" the flags themselves.
_spinsack_expected() {
  kind='' words=''
  case "$1 $2" in
)sh";

constexpr std::string_view tail = R"sh(  esac
}

_spinsack() {
  local line=${COMP_LINE:0:COMP_POINT} current kind words before
  current=${line##*[[:space:]]}
  read -ra before <<<"${line%"$current"}"
  COMPREPLY=()
  if [ "${#before[@]}" -le 1 ]; then
    _spinsack_expected "" ""
  else
    _spinsack_expected "${before[1]}" "${before[-1]}"
    [ -n "$kind" ] || _spinsack_expected "${before[1]}" "$([[ $current == -* ]] && echo '=flags')"
  fi
  case $kind in
    words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    file) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    directory) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    instance | model)
      # Suites first, their members once the colon is typed.
      local name published=()
      while read -r name; do
        [[ $current == *:* ]] || name=${name%%:*}:
        [[ $name == "$current"* && " ${published[*]} " != *" $name "* ]] && published+=("$name")
      done < <(_spinsack_published)
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"; compgen -f -- "$current")
      COMPREPLY+=("${published[@]}")
      if [ "${#published[@]}" -eq 0 ]; then
        kind='file'
      elif [[ $current != *:* ]]; then
        compopt -o nospace 2>/dev/null
      fi
      ;;
  esac
  # This quotes colons, so only where no published name is among the answers.
  case $kind in file | directory) compopt -o filenames 2>/dev/null ;; esac
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    local done=${current%"${current##*:}"} i
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$done"}; done
  fi
}

complete -F _spinsack spinsack
)sh";

std::string_view kind_of(const ValueKind& value) {
  switch (value.completion) {
    case ValueKind::Completion::words:
      return "words";
    case ValueKind::Completion::file:
      return "file";
    case ValueKind::Completion::directory:
      return "directory";
    case ValueKind::Completion::instance:
      return "instance";
    case ValueKind::Completion::model:
      return "model";
  }
  return {};
}

// `"list --format") kind=words words='a b' ;;`
std::string row(const std::vector<std::string>& patterns, std::string_view kind,
                const std::vector<std::string>& words) {
  return fmt::format("    {}) kind={} words='{}' ;;\n", fmt::join(patterns, " | "), kind,
                     fmt::join(words, " "));
}

std::string rows_of(const Command& command) {
  std::string rows;
  std::vector<std::string> names;
  ValueKind arguments;  // of all positions together
  for (const Flag& flag : declared_by(command).flags) {
    if (flag.positional()) {
      for (const auto& [word, offered] : flag.value.words_behind)
        rows += row({fmt::format("\"{} {}\"", command.name, word)}, "words", offered);
      arguments.words.insert(arguments.words.end(), flag.value.words.begin(),
                             flag.value.words.end());
      // An instance may be a file, a file need not be an instance.
      if (arguments.completion < flag.value.completion)
        arguments.completion = flag.value.completion;
      continue;
    }
    names.push_back(flag.long_name);
    if (flag.value.name.empty()) continue;
    std::vector<std::string> patterns{fmt::format("\"{} {}\"", command.name, flag.long_name)};
    if (!flag.short_name.empty())
      patterns.push_back(fmt::format("\"{} {}\"", command.name, flag.short_name));
    rows += row(patterns, kind_of(flag.value), flag.value.words);
  }
  rows += row({fmt::format("\"{} =flags\"", command.name)}, "words", names);
  return rows + row({fmt::format("\"{} \"", command.name)}, kind_of(arguments), arguments.words);
}

}  // namespace

std::string bash_completion() {
  std::string script =
      fmt::format("# bash completion for spinsack {}, written by `spinsack completion bash`\n{}",
                  version, head);
  std::vector<std::string> first{"--help", "--version"};
  for (const Command& command : commands()) {
    first.emplace_back(command.name);
    script += rows_of(command);
  }
  script += row({"\" \""}, "words", first);
  return script + std::string(tail);
}

}  // namespace spinsack::cli
