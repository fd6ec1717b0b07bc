// SPDX-License-Identifier: Apache-2.0
#include "study/planned_instances.hpp"

#include "core/error.hpp"
#include "core/natural_order.hpp"
#include "core/nearest.hpp"
#include "core/text_reader.hpp"
#include "problem/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <glob.h>
#include <span>
#include <utility>
#include <variant>

namespace spinsack {
namespace {

// The facts of a knapsack have places of their own.
void take_facts(std::span<const Fact> facts, InstanceRecord& record) {
  for (const Fact& fact : facts) {
    if (!record.is_knapsack()) {
      record.facts.emplace_back(fact.name, fact.text());
      continue;
    }
    if (fact.name == "density") record.density = fact.number();
    if (fact.name == "tightness") record.tightness = fact.number();
    if (fact.name == "capacity") record.capacity = std::get<std::int64_t>(fact.value);
  }
}

ValueForm value_form_of(const Instance& instance) {
  return {.digits = instance.value_digits(), .minimised = instance.goal() == Goal::minimise};
}

InstanceRecord record_by_digest(const Instance& instance) {
  InstanceRecord record{.name = instance.name(),
                        .sha256 = instance.digest(),
                        .n = instance.elements(),
                        .best_known = instance.best_known(),
                        .problem = std::string(instance.problem().name)};
  take_facts(instance.facts(), record);
  note_value_form(value_form_of(instance), record);
  return record;
}

constexpr std::string_view pattern_signs = "*?[";

// The files that a pattern below a folder stands for, 2 before 10.
std::vector<std::filesystem::path> matching_files(const std::filesystem::path& folder,
                                                  const std::string& pattern) {
  std::string whole;
  for (const char c : (folder / "").string()) {  // the folder is no pattern, whatever its name
    if (c == '\\' || pattern_signs.find(c) != std::string_view::npos) whole += '\\';
    whole += c;
  }
  whole = std::filesystem::path(pattern).is_absolute() ? pattern : whole + pattern;
  glob_t found{};
  std::vector<std::filesystem::path> files;
  if (::glob(whole.c_str(), GLOB_NOSORT, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i)
      if (!std::filesystem::is_directory(found.gl_pathv[i])) files.emplace_back(found.gl_pathv[i]);
  ::globfree(&found);
  std::ranges::sort(
      files, [](const auto& a, const auto& b) { return natural_less(a.native(), b.native()); });
  return files;
}

// A name that is neither a file nor of a suite, with the nearest of both.
[[noreturn]] void refuse_missing(const std::string& spec, const std::filesystem::path& path) {
  const bool pattern = spec.find_first_of(pattern_signs) != std::string::npos;
  std::vector<std::string> words;
  const std::string::size_type colon = spec.find(':');
  for (const Problem* const problem : problems())
    for (const SuiteRow& suite : problem->suites())
      words.push_back(std::string(suite.name) +
                      (colon == std::string::npos ? ":*" : spec.substr(colon)));
  std::error_code unreadable;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable))
    words.push_back((std::filesystem::path(spec).parent_path() / entry.path().filename()).string());
  std::ranges::sort(words);
  const std::vector<std::string_view> views(words.begin(), words.end());
  const std::string_view nearest = nearest_word(spec, views);
  throw UsageError(
      fmt::format("expected an instance, found {}, and {} {}{}", quote(spec),
                  pattern ? "no file matches" : "there is no file", path.string(),
                  nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
}

// The files behind a name that is of no suite. A file may have a name that looks like a pattern.
std::vector<std::filesystem::path> files_of(const std::string& folder, const std::string& spec) {
  if (spec.empty()) throw UsageError("expected an instance, found an empty name");
  const std::filesystem::path path = std::filesystem::path(folder) / spec;
  std::error_code unreadable;
  const std::string file = NamedInstances(path.string()).file();  // without the number of "file#2"
  if (std::filesystem::exists(file, unreadable)) return {path};
  std::vector<std::filesystem::path> files;
  if (spec.find_first_of(pattern_signs) != std::string::npos) files = matching_files(folder, spec);
  if (files.empty()) refuse_missing(spec, path);
  return files;
}

}  // namespace

InstanceRecord published_record(const Problem& problem, const std::string& full_name) {
  if (problem.published_facts == nullptr)
    return record_by_digest(problem.build_published(full_name, {}));
  const PublishedFacts known = problem.published_facts(full_name);
  InstanceRecord record{.name = full_name,
                        .sha256 = known.sha256,
                        .n = known.elements,
                        .best_known = known.best_known,
                        .problem = std::string(problem.name)};
  take_facts(known.facts, record);
  return record;
}

InstanceRecord instance_record(const Instance& instance) {
  if (instance.published().empty()) return record_by_digest(instance);
  return published_record(instance.problem(), instance.published());
}

Instance load_planned(const PlannedInstance& planned) {
  Instance instance = NamedInstances::numbered(planned.source, planned.number).next()->instance;
  if (instance_record(instance).sha256 != planned.record.sha256)
    throw InvalidInstance(
        fmt::format("{}: the instance has changed since the study began", planned.source));
  return instance;
}

const PlannedInstances::List& PlannedInstances::find(const std::string& name) {
  if (const auto known = found_.find(name); known != found_.end()) return known->second;
  List list;
  const auto add = [&](PlannedInstance planned) {
    list.push_back(std::make_shared<PlannedInstance>(std::move(planned)));
  };
  if (const Problem* const problem = problem_of_suite(name)) {
    for (const std::string& known : problem->match_published(name))
      add({.record = published_record(*problem, known), .source = known});
  } else {
    for (const std::filesystem::path& path : files_of(folder_, name)) {
      NamedInstances file(path.string());
      while (const auto named = file.next())
        add({instance_record(named->instance), named->source, named->number,
             value_form_of(named->instance)});
    }
  }
  return found_.emplace(name, std::move(list)).first->second;
}

}  // namespace spinsack
