// SPDX-License-Identifier: Apache-2.0
#include "problem/named_instances.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/missing_input.hpp"
#include "core/nearest.hpp"
#include "core/published_name.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

namespace spinsack {
namespace {

struct FormatChoice {
  const Problem* problem = nullptr;
  const FormatRow* format = nullptr;
};

// Of all problems; null if none has this name.
FormatChoice format_called(std::string_view name) {
  for (const Problem* const problem : problems())
    for (const FormatRow& format : problem->formats())
      if (format.name == name) return {problem, &format};
  return {};
}

// Also where the format does not come into play, since it was typed for a reason.
void require_known_format(std::string_view name) {
  if (name == "auto" || format_called(name).format != nullptr) return;
  std::vector<std::string_view> known;
  for (const Problem* const problem : problems())
    for (const FormatRow& format : problem->formats()) known.push_back(format.name);
  throw UsageError(unknown_word("instance format", name, known));
}

bool exists_here(std::string_view path) {
  std::error_code unreadable;
  return std::filesystem::exists(path, unreadable);
}

// The place of the '#' in "file#2", or npos.
std::size_t number_sign_of(std::string_view name) {
  const std::size_t sign = name.find_last_not_of("0123456789");
  const bool numbered = sign != std::string_view::npos && sign > 0 && name[sign] == '#' &&
                        sign + 1 < name.size() && !exists_here(name);
  return numbered ? sign : std::string_view::npos;
}

std::string_view without_packing(std::string_view path) {
  for (const std::string_view ending : {".gz", ".xz"})
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  return path;
}

// The last format of the first problem does not announce itself, it is what remains: it takes whatever begins with a
// number, so others come first, and a text that looks like none fails there, with the place where it went wrong.
FormatChoice format_for(const InputFile& file, std::string_view name) {
  if (name != "auto") return format_called(name);
  if (!TextReader(file.name, file.text).more())
    throw InputError(fmt::format("{}:1:1: expected an instance, found an empty file", file.name));
  const FormatRow& what_remains = problems().front()->formats().back();
  const std::string_view path = without_packing(file.name);
  FormatChoice by_content;
  FormatChoice by_ending;
  for (const Problem* const problem : problems())
    for (const FormatRow& format : problem->formats()) {
      const bool looks_so = &format != &what_remains && format.detect(file.text);
      const bool ends_so =
          std::ranges::any_of(format.endings, [&](auto end) { return path.ends_with(end); });
      if (looks_so && ends_so) return {problem, &format};
      if (looks_so && by_content.format == nullptr) by_content = {problem, &format};
      if (ends_so && by_ending.format == nullptr) by_ending = {problem, &format};
    }
  if (by_content.format != nullptr) return by_content;
  if (by_ending.format != nullptr) return by_ending;
  return {problems().front(), &what_remains};
}

const ReadingFlag* find_flag(const Problem& problem, std::string_view name) {
  const auto flag = std::ranges::find(problem.reading, name, &ReadingFlag::name);
  return flag == problem.reading.end() ? nullptr : &*flag;
}

void check_values(const ParameterValues& values) {
  for (const auto& [name, text] : values)
    for (const Problem* const problem : problems())
      if (const ReadingFlag* const flag = find_flag(*problem, name); flag && flag->check)
        flag->check(text);
}

// Standard input can be the instance or a further file, not both.
void refuse_standard_input_twice(const ParameterValues& values) {
  for (const Problem* const problem : problems())
    for (const ReadingFlag& flag : problem->reading)
      if (const auto typed = values.find(flag.name);
          flag.value == "FILE" && typed != values.end() && typed->second == "-")
        throw UsageError(
            fmt::format("standard input can be read only once: name a file for the {} or for --{}",
                        problem->nouns.elements, flag.name));
}

void require_flags_of(const Problem& problem, std::string_view name,
                      const ParameterValues& values) {
  for (const auto& [flag, text] : values)
    if (find_flag(problem, flag) == nullptr)
      throw UsageError(fmt::format("--{}: {} is a {} ({}), for which there is no such setting",
                                   flag, name, problem.nouns.instance, problem.name));
}

// A published file circulates as "jeu_100_25_1.txt" or "1000_25_1.txt".
std::string_view without_file_parts(std::string_view name) {
  if (name.ends_with(".txt")) name.remove_suffix(4);
  if (name.starts_with("jeu_")) name.remove_prefix(4);
  return name;
}

std::string nearest_name(std::string_view name) {
  std::vector<PublishedAlias> known;
  for (const Problem* const problem : problems())
    for (const SuiteRow& suite : problem->suites())
      for (std::string& full : problem->match_published(fmt::format("{}:*", suite.name))) {
        std::string alias = full.substr(suite.name.size() + 1);
        known.push_back({std::move(full), std::move(alias)});
      }
  return nearest_input(name, without_file_parts(name), known);
}

// "graph.rud@3" is the file with the setting that has this short form, such as the number of parts; unless there is a
// file of the whole name.
void take_setting_after_at(std::string& file, ParameterValues& values) {
  const std::size_t sign = file.rfind('@');
  if (sign == std::string::npos || sign == 0 || sign + 1 == file.size()) return;
  if (exists_here(file) || !exists_here(file.substr(0, sign))) return;
  for (const Problem* const problem : problems())
    for (const ReadingFlag& flag : problem->reading) {
      if (!flag.after_at) continue;
      const std::string text = file.substr(sign + 1);
      if (flag.check != nullptr) flag.check(text);
      const auto [place, fresh] = values.emplace(flag.name, text);
      if (!fresh && place->second != text)
        throw UsageError(fmt::format("{} and --{} {}: expected the same twice, or one of them",
                                     file, flag.name, place->second));
      file.resize(sign);
      return;
    }
}

}  // namespace

const Problem* problem_of_suite(std::string_view text) {
  for (const Problem* const problem : problems()) {
    std::vector<std::string_view> suites;
    for (const SuiteRow& suite : problem->suites()) suites.push_back(suite.name);
    if (names_suite(text, suites)) return problem;
  }
  return nullptr;
}

std::vector<Instance> read_any_instances(const InputFile& file, const ReadSettings& settings) {
  const FormatChoice choice = format_for(file, settings.format);
  require_flags_of(*choice.problem, file.name, settings.values);
  return choice.format->read(file, settings);
}

NamedInstances::NamedInstances(std::string_view name, ReadSettings settings)
    : name_(name), settings_(std::move(settings)) {
  require_known_format(settings_.format);
  check_values(settings_.values);
  take_published(name);
  if (suite_problem_ != nullptr) return;
  const std::size_t sign = number_sign_of(name);
  file_ = name.substr(0, sign);
  if (sign != std::string_view::npos) digits_ = name.substr(sign + 1);
  take_setting_after_at(file_, settings_.values);
  if (file_ == "-") refuse_standard_input_twice(settings_.values);
}

NamedInstances NamedInstances::numbered(std::string_view source, int number,
                                        ReadSettings settings) {
  NamedInstances again;
  again.name_ = fmt::format("{}#{}", source, number);
  again.settings_ = std::move(settings);
  again.take_published(source);
  if (again.suite_problem_ != nullptr) return again;
  again.file_ = source;
  again.digits_ = std::to_string(number);
  take_setting_after_at(again.file_, again.settings_.values);
  return again;
}

void NamedInstances::take_published(std::string_view text) {
  suite_problem_ = problem_of_suite(text);
  if (suite_problem_ == nullptr) return;
  require_flags_of(*suite_problem_, text, settings_.values);
  published_ = suite_problem_->match_published(text);
}

void NamedInstances::read() {
  if (was_read_) return;
  refuse_missing_input(file_, nearest_name);
  from_file_ = read_any_instances(read_file(file_), settings_);
  was_read_ = true;
  if (!digits_.empty()) return pick_number();
  if (from_file_.size() == 1) return;
  for (const auto& [name, text] : settings_.values)
    if (const ReadingFlag* const flag = find_flag(from_file_.front().problem(), name);
        flag != nullptr && !flag->differ_in.empty())
      throw UsageError(
          fmt::format("--{}: {} holds {} instances that differ in {}; name one of them, as {}#1",
                      name, file_, from_file_.size(), flag->differ_in, file_));
}

void NamedInstances::pick_number() {
  const auto [end, fault] =
      std::from_chars(digits_.data(), digits_.data() + digits_.size(), number_);
  if (fault != std::errc{} || number_ < 1 || number_ > from_file_.size())
    throw UsageError(fmt::format("{}: expected an instance from 1 to {}, which {} holds, found {}",
                                 name_, from_file_.size(), file_, digits_));
  from_file_ = {from_file_[number_ - 1]};
}

std::size_t NamedInstances::count() {
  if (suite_problem_ != nullptr) return published_.size();
  read();
  return from_file_.size();
}

std::optional<NamedInstance> NamedInstances::next() {
  if (given_ == count()) return std::nullopt;
  const std::size_t place = given_++;
  if (suite_problem_ != nullptr)
    return NamedInstance{suite_problem_->build_published(published_[place], settings_),
                         published_[place]};
  // As it was named, but for the number: with what stands behind an @.
  std::string source = digits_.empty() ? name_ : name_.substr(0, name_.rfind('#'));
  NamedInstance named{std::move(from_file_[place]), std::move(source),
                      static_cast<int>(number_ > 0 ? number_ : place + 1)};
  return named;
}

NamedInstance load_named(std::string_view name, const ReadSettings& settings) {
  NamedInstances source(name, settings);
  const std::size_t count = source.count();
  if (count != 1)
    throw UsageError(
        source.published().empty()
            ? fmt::format("{0} holds {1} instances; name one of them, as {0}#1 or {0}#{1}", name,
                          count)
            : fmt::format("{} stands for {} instances; name one of them, as {}", name, count,
                          source.published().front()));
  return std::move(*source.next());
}

}  // namespace spinsack
