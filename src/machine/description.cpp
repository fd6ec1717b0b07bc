// SPDX-License-Identifier: Apache-2.0
// Compiled alone: the library of TOML is large, and its neighbours do not need it.
#include "machine/description.hpp"

#include "core/catalog.hpp"
#include "core/text_reader.hpp"
#include "core/toml_text.hpp"
#include "machine/command_output.hpp"
#include "qubo/format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace spinsack {
namespace {

constexpr std::array<std::string_view, 10> machine_keys{
    "about",   "worker",  "command",    "format", "output",
    "answers", "options", "parameters", "env",    "budget"};
constexpr std::array<std::string_view, 7> request_places{"model", "output", "reads", "time_limit",
                                                         "seed",  "seed16", "target"};

// Reads the tables of one file.
class MachineReader {
 public:
  explicit MachineReader(const InputFile& file) : file_(&file) {}

  std::vector<MachineDescription> read() {
    const toml::table document = parse_toml(file_->name, file_->text);
    std::vector<MachineDescription> machines;
    for (const auto& [key, node] : document) {
      refuse_secret(key, key.str());
      check_name(key);
      const toml::table* const table = node.as_table();
      if (table == nullptr)
        fail(key.source(), fmt::format("expected a table [{}] that describes a machine, found {}",
                                       key.str(), kind_of(node)));
      machines.push_back(machine(key, *table));
    }
    return machines;
  }

 private:
  [[noreturn]] void fail(const toml::source_region& where, std::string_view message) const {
    fail_at_place(file_->name, where, message);
  }

  void check_name(const toml::key& key) const {
    const std::string_view name = key.str();
    const bool plain = std::ranges::all_of(name, [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
    });
    if (name.empty() || !plain)
      fail(key.source(), fmt::format("expected a name of letters, digits, '-', '_' and '.', found "
                                     "{}",
                                     quote(name)));
  }

  void refuse_secret(const toml::key& key, std::string_view path) const {
    if (looks_secret(key.str()))
      fail(key.source(),
           fmt::format("'{}' looks like a secret, and this file is no place for one: put it into a "
                       "variable of the environment and name that in 'env'",
                       path));
  }

  std::string text(const toml::node& node, std::string_view key) const {
    if (const auto* const found = node.as_string()) return found->get();
    fail(node.source(), fmt::format("expected a text for '{}', found {}", key, kind_of(node)));
  }

  std::vector<std::string> words(const toml::node& node, std::string_view key) const {
    const toml::array* const list = node.as_array();
    if (list == nullptr || list->empty())
      fail(node.source(), fmt::format("expected a list of texts for '{}', found {}", key,
                                      list == nullptr ? kind_of(node) : "an empty one"));
    std::vector<std::string> result;
    for (const toml::node& each : *list) {
      result.push_back(text(each, key));
      if (result.back().find('\0') != std::string::npos)
        fail(each.source(), fmt::format("expected a text without zero bytes for '{}'", key));
      refuse_secret_word(result.back(), each);
    }
    return result;
  }

  // Whoever may see the list of processes sees the words of a command.
  void refuse_secret_word(std::string_view word, const toml::node& where) const {
    const std::size_t host = word.find("://");
    const bool user = host != std::string_view::npos &&
                      word.substr(host + 3, word.find('/', host + 3) - host - 3).find('@') !=
                          std::string_view::npos;
    const std::string_view flag = word.substr(0, word.find('='));
    if (user || (flag.starts_with('-') && looks_secret(flag)))
      fail(where.source(),
           fmt::format("{} looks like a secret on a command line, which others can see: put it "
                       "into a variable of the environment and name that in 'env'",
                       user ? "an address with a user" : quote(flag)));
  }

  ParameterValues options(const toml::node& node, std::string_view key) const {
    ParameterValues values;
    const toml::table* const table = node.as_table();
    if (table == nullptr)
      fail(node.source(), fmt::format("expected a table for '{}', found {}", key, kind_of(node)));
    for (const auto& [name, value] : *table) {
      refuse_secret(name, fmt::format("{}.{}", key, name.str()));
      std::string& entry = values[std::string(name.str())];
      if (const auto* const number = value.as_integer())
        entry = std::to_string(number->get());
      else if (const auto* const real = value.as_floating_point())
        entry = params::to_text(real->get());
      else if (const auto* const flag = value.as_boolean())
        entry = flag->get() ? "true" : "false";
      else
        entry = text(value, name.str());
    }
    return values;
  }

  std::vector<VariableName> variables(const toml::node& node) const {
    std::vector<VariableName> names;
    for (std::string& word : words(node, "env")) {
      VariableName each{.name = std::move(word)};
      each.optional = each.name.ends_with('?');
      if (each.optional) each.name.pop_back();
      const bool plain = std::ranges::all_of(
          each.name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
      if (each.name.empty() || !plain)
        fail(node.source(),
             fmt::format("expected names of variables in 'env', such as \"AMPLIFY_TOKEN\" or "
                         "\"HTTPS_PROXY?\", found {}; values have no place here",
                         each.name.size() > 40 ? "a long text" : quote(each.name)));
      names.push_back(std::move(each));
    }
    return names;
  }

  void budget(const toml::node& node, MachineDescription& machine) const {
    const toml::table* const table = node.as_table();
    if (table == nullptr)
      fail(node.source(), fmt::format("expected a table for 'budget', found {}", kind_of(node)));
    constexpr std::array<std::string_view, 2> known{"requests", "machine-seconds"};
    for (const auto& [key, value] : *table) {
      const std::optional<double> number = value.value<double>();
      if (std::ranges::count(known, key.str()) == 0)
        fail(key.source(), unknown_word("key of 'budget'", key.str(), known));
      if (!number || !(*number >= 0) || !(*number <= 1e15))
        fail(value.source(), fmt::format("expected a number >= 0 for '{}'", key.str()));
      if (key.str() == "requests")
        machine.most_requests = static_cast<std::int64_t>(*number);
      else
        machine.most_seconds = *number;
    }
  }

  template <class Names>
  std::string one_of(const toml::node& node, std::string_view key, const Names& names) const {
    std::string word = text(node, key);
    if (std::ranges::count(names, word) == 0)
      fail(node.source(), unknown_word(fmt::format("value of '{}'", key), word, names));
    return word;
  }

  void entry(const toml::key& key, const toml::node& node, MachineDescription& machine) const {
    const std::string_view name = key.str();
    if (name == "about")
      machine.about = text(node, name);
    else if (name == "worker")
      machine.worker = words(node, name);
    else if (name == "command")
      machine.command = words(node, name);
    else if (name == "format")
      machine.format = one_of(node, name, names_of(qubo_formats()));
    else if (name == "output")
      machine.output = one_of(node, name, names_of(command_outputs()));
    else if (name == "answers")
      machine.answers = answers_of(one_of(node, name, answers_names));
    else if (name == "options" || name == "parameters")
      machine.options = options(node, name);
    else if (name == "env")
      machine.environment = variables(node);
    else
      budget(node, machine);
  }

  MachineDescription machine(const toml::key& heading, const toml::table& table) const {
    MachineDescription machine;
    machine.name = heading.str();
    machine.place = fmt::format("{}:{}", file_->name, heading.source().begin.line);
    for (const auto& [key, node] : table) {
      if (std::ranges::count(machine_keys, key.str()) == 0) {
        refuse_secret(key, key.str());
        fail(key.source(), unknown_word(fmt::format("key of machine '{}'", machine.name), key.str(),
                                        machine_keys));
      }
      entry(key, node, machine);
    }
    check(heading, table, machine);
    return machine;
  }

  void check(const toml::key& heading, const toml::table& table,
             MachineDescription& machine) const {
    if (machine.worker.empty() == machine.command.empty())
      fail(heading.source(),
           fmt::format("expected either 'worker' or 'command' for machine '{}', found {}",
                       machine.name, machine.worker.empty() ? "neither" : "both"));
    const auto only_for = [&](std::string_view key, bool right, std::string_view kind) {
      if (const auto found = table.find(key); found != table.end() && !right)
        fail(found->first.source(), fmt::format("'{}' is for machines with a '{}'", key, kind));
    };
    for (const std::string_view key : {"format", "output", "answers", "parameters"})
      only_for(key, !machine.persistent(), "command");
    only_for("options", machine.persistent(), "worker");
    for (const std::string& word : machine.command) check_places(word, table, machine);
    std::string& program = (machine.persistent() ? machine.worker : machine.command).front();
    // A path is relative to the file that has it.
    if (program.find('/') != std::string::npos && !program.starts_with('/'))
      program = (std::filesystem::absolute(file_->name).parent_path() / program)
                    .lexically_normal()
                    .string();
  }

  // Every {place} of a command is filled by the request or has a default.
  void check_places(std::string_view word, const toml::table& table,
                    const MachineDescription& machine) const {
    for (std::size_t begin = word.find('{'); begin != std::string_view::npos;
         begin = word.find('{', begin + 1)) {
      const std::size_t end = word.find('}', begin);
      if (end == std::string_view::npos) return;
      const std::string_view place = word.substr(begin + 1, end - begin - 1);
      if (is_request_place(place) || machine.options.contains(place)) continue;
      fail(table.find("command")->second.source(),
           fmt::format("nothing fills {{{}}} in 'command': expected one of {{{}}}, or '{}' in "
                       "'parameters'",
                       place, fmt::join(request_places, "}, {"), place));
    }
  }

  const InputFile* file_;
};

}  // namespace

bool is_request_place(std::string_view name) {
  return std::ranges::count(request_places, name) > 0;
}

std::vector<MachineDescription> read_machines(const InputFile& file) {
  return MachineReader(file).read();
}

bool looks_secret(std::string_view key) {
  std::string word;
  for (const char c : key)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string_view part : {"token", "secret", "password", "passwd", "credential"})
    if (word.find(part) != std::string::npos) return true;
  return word == "key" || word.ends_with("apikey") || word.ends_with("accesskey") ||
         word.ends_with("privatekey");
}

ParameterValues parse_options(std::string_view what, std::string_view text) {
  ParameterValues values;
  while (!text.empty()) {
    const std::string_view each = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), each.size() + 1));
    const std::size_t equal = each.find('=');
    if (equal == std::string_view::npos || equal == 0)
      throw UsageError(
          fmt::format("{}: expected name=value, name=value, .., found {}", what, quote(each)));
    const std::string name(each.substr(0, equal));
    if (looks_secret(name))
      throw UsageError(
          fmt::format("{}: '{}' looks like a secret, and options are recorded: put it into a "
                      "variable of the environment and name that in 'env' of machines.toml",
                      what, name));
    if (!values.emplace(name, each.substr(equal + 1)).second)
      throw UsageError(fmt::format("{}: expected each name once, found '{}' again", what, name));
  }
  return values;
}

}  // namespace spinsack
