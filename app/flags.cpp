// SPDX-License-Identifier: Apache-2.0
#include "flags.hpp"

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "core/text_reader.hpp"
#include "terminal/text_layout.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace spinsack::cli {

struct Flags::Parser {
  CLI::App app;
  std::vector<CLI::Option*> options;  // parallel to described_
  bool help = false;
};

namespace {

// An empty text is never a file, name or number; CLI11 would let it pass as one.
std::function<void(const std::string&)> assign(std::string& target, std::string name) {
  return [&target, name = std::move(name)](const std::string& text) {
    if (text.empty()) throw UsageError(fmt::format("{}: a value is missing", name));
    target = text;
  };
}

// What the parameter means if all who have it agree, or else who they are.
std::string meaning_of(std::string_view name, const ParameterOwners& owners) {
  std::string_view meaning;
  std::string who;
  bool agreed = true;
  for (const ParameterOwner& owner : owners.entries)
    for (const Parameter& parameter : owner.parameters) {
      if (parameter.name != name) continue;
      agreed = agreed && (who.empty() || parameter.meaning == meaning);
      meaning = parameter.meaning;
      who += (who.empty() ? "" : ", ") + owner.name;
    }
  return agreed ? std::string(meaning) : "parameter of " + who;
}

// Where parsing ended before its answer was known.
bool asks_for_help(std::span<const std::string> arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::any_of(arguments.begin(), end, [](const std::string& argument) {
    return argument == "-h" || argument == "--help";
  });
}

}  // namespace

std::string unknown_flag(std::string_view typed, std::span<const std::string_view> known) {
  const auto begins_so = [&](std::string_view flag) { return flag.starts_with(typed); };
  const auto longer = std::find_if(known.begin(), known.end(), begins_so);
  const std::string_view near =
      typed.size() > 2 && longer != known.end() ? *longer : nearest_word(typed, known);
  return fmt::format("unknown flag {}{}", quote(typed),
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

Flags::Flags() : parser_(std::make_unique<Parser>()) {
  CLI::App& app = parser_->app;
  app.set_help_flag();  // help is a flag like any other, so that it is described like any other
  app.allow_extras();   // collected here and refused below, with a suggestion
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}
Flags::~Flags() = default;

Flag& Flags::describe(std::string_view names, ValueKind value, std::string_view help) {
  Flag& flag = described_.emplace_back();
  const std::size_t comma = names.find(',');
  if (comma != std::string_view::npos) flag.short_name = names.substr(0, comma);
  flag.long_name = comma == std::string_view::npos ? names : names.substr(comma + 1);
  flag.value = std::move(value);
  flag.help = unwrapped(help);
  flag.group = names.empty() ? "Arguments" : group_;
  return flag;
}

void Flags::optional_argument(std::string& target, ValueKind value, std::string_view help) {
  const Flag& flag = describe({}, std::move(value), help);
  parser_->options.push_back(parser_->app.add_option_function<std::string>(
      flag.value.name, assign(target, flag.value.name)));
}

void Flags::argument(std::string& target, ValueKind value, std::string_view help) {
  optional_argument(target, std::move(value), help);
  described_.back().required = true;
}

void Flags::arguments(std::vector<std::string>& target, ValueKind value, std::string_view help) {
  Flag& flag = describe({}, std::move(value), help);
  flag.required = flag.repeated = true;
  parser_->options.push_back(parser_->app.add_option(flag.value.name, target));
}

void Flags::value(std::string_view names, std::string& target, ValueKind value,
                  std::string_view help) {
  Flag& flag = describe(names, std::move(value), help);
  flag.default_value = target;
  parser_->options.push_back(parser_->app.add_option_function<std::string>(
      std::string(names), assign(target, flag.long_name)));
}

void Flags::toggle(std::string_view names, bool& target, std::string_view help) {
  describe(names, {}, help);
  parser_->options.push_back(parser_->app.add_flag(std::string(names), target));
}

void Flags::describe_parameter(std::string_view name, ParameterValues& target) {
  // The one parameter that is typed often enough for a letter of its own.
  const std::string names = fmt::format("{}--{}", name == "seed" ? "-s," : "", name);
  describe(names, {"X"}, meaning_of(name, owners_)).owned = true;
  parser_->options.push_back(parser_->app.add_option_function<std::string>(
      names, [&target, key = std::string(name)](const std::string& text) {
        target.insert_or_assign(key, text);
      }));
}

void Flags::parameters(ParameterOwners owners, ParameterValues& target) {
  owners_ = std::move(owners);
  std::set<std::string_view> seen;
  for (const ParameterOwner& owner : owners_.entries)
    for (const Parameter& parameter : owner.parameters)
      if (seen.insert(parameter.name).second) describe_parameter(parameter.name, target);
}

std::string Flags::named_owner() const {
  if (owners_.entries.empty()) return {};
  for (std::size_t i = 0; i < described_.size(); ++i) {
    const std::string_view flag = described_[i].long_name;
    if (!owners_.names.ends_with(flag) || flag.empty() != owners_.names.empty()) continue;
    const std::vector<std::string>& typed = parser_->options[i]->results();
    return typed.empty() ? std::string() : typed.back();
  }
  return {};
}

bool Flags::parse(std::span<const std::string> arguments) {
  group("General");
  toggle("-h,--help", parser_->help, "show this page");
  try {
    // CLI11 takes its arguments from the back.
    parser_->app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch&) {
    // With one value per flag this has one reason: the last argument is a flag that wants one.
    if (asks_for_help(arguments)) return true;
    throw UsageError(fmt::format("{}: a value is missing", arguments.back()));
  } catch (const CLI::ParseError& error) {
    if (asks_for_help(arguments)) return true;
    throw UsageError(error.what());
  } catch (const UsageError&) {
    if (asks_for_help(arguments)) return true;
    throw;
  }
  if (parser_->help) return true;
  refuse_leftovers();
  for (std::size_t i = 0; i < described_.size(); ++i)
    if (described_[i].required && parser_->options[i]->count() == 0)
      throw UsageError(
          fmt::format("{} is missing: {}", described_[i].value.name, described_[i].help));
  return false;
}

std::vector<FileUse> Flags::files(ValueKind::Use use) const {
  std::vector<FileUse> files;
  for (std::size_t i = 0; i < described_.size(); ++i) {
    const Flag& flag = described_[i];
    if (flag.value.use != use) continue;
    std::vector<std::string> paths = parser_->options[i]->results();
    if (paths.empty() && !flag.default_value.empty()) paths = {flag.default_value};
    if (!flag.repeated && paths.size() > 1) paths = {paths.back()};  // the last one counts
    for (std::string& path : paths)
      files.push_back({flag.positional() ? flag.value.name : flag.long_name, std::move(path)});
  }
  return files;
}

void Flags::refuse_leftovers() const {
  std::vector<std::string> leftovers = parser_->app.remaining();
  std::erase(leftovers, "--");  // what follows it is an argument, whatever it looks like
  if (leftovers.empty()) return;
  // A mistyped flag leaves its value behind as well: the flag is what to talk about.
  const auto dashed = [](const std::string& text) { return text.size() > 1 && text[0] == '-'; };
  const auto typed = std::find_if(leftovers.begin(), leftovers.end(), dashed);
  if (typed == leftovers.end())
    throw UsageError(fmt::format("unexpected argument {}", quote(leftovers.front())));
  const std::string name = typed->substr(0, typed->find('='));
  std::vector<std::string_view> known;
  for (const Flag& flag : described_)
    if (!flag.positional()) known.push_back(flag.long_name);
  throw UsageError(unknown_flag(name, known));
}

}  // namespace spinsack::cli
