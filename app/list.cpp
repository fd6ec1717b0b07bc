// SPDX-License-Identifier: Apache-2.0
// spinsack list: the catalogs.
#include "command.hpp"
#include "core/catalog.hpp"
#include "core/json_text.hpp"
#include "help/help_text.hpp"
#include "help/listing.hpp"
#include "terminal/output.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

constexpr std::size_t help_column = 20;

std::string as_json(const Listed& entry) {
  JsonObject object;
  object.text("kind", entry.kind).text("name", entry.name);
  if (!entry.help.empty()) object.text("help", entry.help);
  for (const auto& [heading, value] : entry.facts) {
    std::string key = heading;
    for (char& c : key)
      if (c == ' ') c = '_';
    object.add(key, value);
  }
  std::vector<std::string> parameters;
  for (const Parameter& p : entry.parameters)
    parameters.push_back(JsonObject()
                             .text("name", p.name)
                             .text("meaning", p.meaning)
                             .text("default", p.default_value)
                             .text("range", p.range)
                             .line());
  if (!parameters.empty()) object.add("parameters", json_array(parameters));
  return object.line();
}

// "true" of a fact as a person would say it.
std::string spoken(const std::string& json) {
  if (json == "true") return "yes";
  if (json == "false") return "no";
  return json.starts_with('"') ? json.substr(1, json.size() - 2) : json;
}

// Entries with an explanation are definitions, those without rows of a table.
std::string as_text(const std::vector<Listed>& entries) {
  const bool several = entries.front().kind != entries.back().kind;
  std::string text;
  std::vector<std::vector<std::string>> rows;
  for (const Listed& entry : entries) {
    if (entry.help.empty()) {
      if (rows.empty()) {
        rows.push_back({entry.kind});
        for (const auto& [heading, value] : entry.facts) rows[0].push_back(heading);
      }
      rows.push_back({entry.name});
      for (const auto& [heading, value] : entry.facts) rows.back().push_back(spoken(value));
      continue;
    }
    if (several && (&entry == entries.data() || (&entry)[-1].kind != entry.kind))
      text += fmt::format("{}{}s:\n", text.empty() ? "" : "\n", entry.kind);
    std::string help = entry.help;
    for (const auto& [heading, value] : entry.facts)
      help += fmt::format("; {}: {}", heading, spoken(value));
    text += definition(entry.name, help, help_column);
    for (const Parameter& p : entry.parameters)
      text += definition(fmt::format("  --{}", p.name), explanation_of(p), help_column);
  }
  return text + table(rows, {1, 2, 3, 4, 5});
}

struct List {
  std::string kind;
  bool json = false;
  bool names = false;

  void declare(Flags& flags) {
    flags.optional_argument(kind, catalog_value("KIND", list_kinds()), "what to list");
    flags.group("Output");
    flags.toggle("--json", json, "one JSON object per entry and line");
    flags.toggle("--names", names, "names only, one per line");
  }

  int run() const {
    if (kind.empty()) {
      if (json || names) throw UsageError("KIND is missing: what to list");
      std::string text = "Usage: spinsack list [flags] KIND, with KIND one of\n\n";
      for (const ListKind& each : list_kinds())
        text += definition(each.name, each.help, help_column);
      print(text);
      return success;
    }
    const std::vector<Listed> entries = find_entry(list_kinds(), "kind", kind).entries();
    if (entries.empty() && !json && !names) {
      print(fmt::format("no {} yet; `spinsack help machine` shows how to describe one\n", kind));
      return success;
    }
    std::string text;
    for (const Listed& entry : entries) {
      if (json) text += as_json(entry) + '\n';
      if (names && !json) text += entry.name + '\n';
    }
    print(json || names ? text : as_text(entries));
    return success;
  }
};

constexpr std::array<Example, 4> list_examples{{
    {"spinsack list", "the kinds"},
    {"spinsack list encodings", "each with its parameters, their ranges and defaults"},
    {"spinsack list suites", "all published instances with their best known values"},
    {"spinsack list formats --json", "for programs"},
}};

constexpr std::string_view about_list = R"(
Lists everything that a flag or argument can name, with parameters, their ranges and defaults.
)";

}  // namespace

extern const Command list_command;
const Command list_command{"list", "list what can be chosen, with parameters and defaults",
                           about_list, list_examples, declare<List>};

}  // namespace spinsack::cli
