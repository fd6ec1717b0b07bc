// SPDX-License-Identifier: Apache-2.0
#include "help/man_page.hpp"

#include "commands.hpp"
#include "help/help_text.hpp"
#include "spinsack_version.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

// When the text last changed in substance; the day of the build would make each build differ.
constexpr std::string_view text_date = "2026-11-16";

constexpr std::array<Example, 4> files{{
    {"FILE.txt, FILE.qkp", "instances in the layout of Billionnet and Soutif"},
    {"FILE.edges", "instances as edge lists, after Baumann"},
    {"FILE.gz, FILE.xz", "any of the files, compressed; recognised by content when read"},
    {"FILE.map.json",
     "the decode map beside a model that formulate wrote: what each variable means"},
}};

constexpr std::array<Example, 3> variables{{
    {"LC_ALL, LC_CTYPE, LANG", R"(
the first of these that is set decides on pictures: block characters for UTF-8, else plain ASCII
)"},
    {"NO_COLOR", "if set, no colours on a terminal"},
    {"TERM", "no colours if it is \"dumb\""},
}};

// Text with nothing in it that roff would act on: a '-' is a hyphen, "\-" a minus to be copied.
std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '~')
      result += "\\(ti";
    else if (c == '^')
      result += "\\(ha";
    else
      result += c;
  }
  return result;
}

// A text line: must not begin with a control character.
std::string text_line(std::string_view text) {
  const std::string line = roff(text);
  return (line.starts_with('.') || line.starts_with('\'') ? "\\&" : "") + line + "\n";
}

// Filled text, a paragraph per line of the source, broken at 78 characters for readers of the
// source.
std::string filled(std::string_view text) {
  std::string result;
  for (const std::string& line : wrap(text, 78)) result += line.empty() ? ".PP\n" : text_line(line);
  return result;
}

std::string tagged(std::string_view tag, std::string_view text) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}", roff(tag), filled(text));
}

std::string tagged_flag(const Flag& flag) {
  if (flag.positional())
    return fmt::format(".TP\n\\fI{}\\fR\n{}", roff(flag.value.name), filled(explanation_of(flag)));
  std::string tag;
  if (!flag.short_name.empty()) tag = fmt::format("\\fB{}\\fR, ", roff(flag.short_name));
  tag += fmt::format("\\fB{}\\fR", roff(flag.long_name));
  if (!flag.value.name.empty()) tag += fmt::format(" \\fI{}\\fR", roff(flag.value.name));
  return fmt::format(".TP\n{}\n{}", tag, filled(explanation_of(flag)));
}

std::string example_list(std::span<const Example> examples) {
  std::string text;
  for (const Example& example : examples)
    text += fmt::format(".PP\n{}.PP\n.in +4n\n.nf\n{}.fi\n.in\n", text_line(example.meaning),
                        text_line(example.command));
  return text;
}

// An entry that the command chooses from, with the parameters that are its own.
std::string owner_section(const Command& command, const ParameterOwners& owners,
                          const ParameterOwner& owner) {
  std::string text = fmt::format(".SS {}\n", roff(typed_owner(command, owners, owner.name)));
  text += filled(owner.help + ".");
  for (const Parameter& parameter : owner.parameters)
    text += fmt::format(".TP\n\\fB{}\\fR \\fIX\\fR\n{}", roff(fmt::format("--{}", parameter.name)),
                        filled(explanation_of(parameter)));
  return text;
}

std::string command_section(const Command& command) {
  const auto [flags, owners] = declared_by(command);
  std::string text = fmt::format(".SS spinsack {} {}\n", roff(command.name), roff(usage_of(flags)));
  text += filled(unwrapped(command.about));
  for (const Flag& flag : flags)
    if (flag.long_name != "--help" && !flag.owned) text += tagged_flag(flag);
  for (const ParameterOwner& owner : owners.entries) text += owner_section(command, owners, owner);
  return text;
}

}  // namespace

std::string man_page() {
  std::string text = fmt::format(
      R"(.\" SPDX-License-Identifier: Apache-2.0
.\" Written by `spinsack man`.
.TH SPINSACK 1 {} "spinsack {}" "User Commands"
)",
      text_date, version);
  text += R"(.SH NAME
spinsack \- solve quadratic knapsack problems, run and benchmark Ising machines
.SH SYNOPSIS
\fBspinsack\fR \fICOMMAND\fR [\fIflags\fR] [\fIarguments\fR]
.br
\fBspinsack\fR \fBhelp\fR [\fICOMMAND\fR [\fINAME\fR]]
.br
\fBspinsack\fR \fB\-\-version\fR
)";
  text += ".SH DESCRIPTION\n" + filled(unwrapped(tagline()));
  text += ".PP\n" + filled(unwrapped(instance_names()) + " The commands:");
  for (const Command& command : commands()) text += tagged(command.name, command.help);
  text += ".SH COMMANDS\nEvery command takes \\fB\\-h\\fR or \\fB\\-\\-help\\fR.\n";
  for (const Command& command : commands()) text += command_section(command);
  text += ".SH EXIT STATUS\n";
  for (const Example& code : exit_codes()) text += tagged(code.command, code.meaning);
  text += ".SH ENVIRONMENT\n";
  for (const Example& variable : variables)
    text += tagged(variable.command, unwrapped(variable.meaning));
  text += ".SH FILES\n";
  for (const Example& file : files) text += tagged(file.command, file.meaning);
  text += ".SH EXAMPLES\nIn the order of the commands above.\n" + example_list(first_examples());
  for (const Command& command : commands()) text += example_list(command.examples);
  text += ".SH SEE ALSO\n.BR cbc (1),\n.BR glpsol (1),\n.BR xz (1)\n";
  return text;
}

}  // namespace spinsack::cli
