// SPDX-License-Identifier: Apache-2.0
#include "record/study_origin.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "core/text_reader.hpp"
#include "record/record.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

std::string about_path(const std::string& folder) {
  return (fs::path(folder) / "study.json").string();
}
std::string plan_path(const std::string& folder) {
  return (fs::path(folder) / "plan.toml").string();
}

// Where the relative files of a plan are looked for, in one form for the same place.
fs::path absolute_folder(const std::string& folder) {
  const fs::path path = fs::absolute(folder.empty() ? "." : folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

bool same_folder(const std::string& one, const std::string& other) {
  const fs::path a = absolute_folder(one);
  const fs::path b = absolute_folder(other);
  std::error_code missing;
  return a == b || fs::equivalent(a, b, missing);  // by way of links
}

}  // namespace

bool holds_study(const std::string& folder) {
  std::error_code unreadable;
  return fs::exists(about_path(folder), unreadable);
}

StudyOrigin read_study_origin(const std::string& folder) {
  if (!holds_study(folder))
    throw FileError(
        fmt::format("{}: expected the directory of a study, found no study.json", folder));
  const InputFile file = read_file(about_path(folder));
  JsonReader json(file.name, file.text);
  StudyOrigin origin;
  std::set<std::string> missing{"name", "form", "folder"};
  json.enter_object("a study");
  for (std::string key; json.next_key(key);) {
    missing.erase(key);
    if (key == "name") {
      origin.name = json.text("a name");
    } else if (key == "form") {
      origin.form = json.text("full or quick");
      if (origin.form != "full" && origin.form != "quick")
        json.fail(fmt::format("expected full or quick as 'form', found {}", quote(origin.form)));
    } else if (key == "folder") {
      origin.folder = json.text("a folder");
    } else if (key == "machine") {
      origin.machine = json.text("a machine");
    } else {
      json.skip();
    }
  }
  if (!missing.empty())
    json.fail_at(0, fmt::format("expected '{}' of a study, found none", *missing.begin()));
  origin.text = read_file(plan_path(folder)).text;
  return origin;
}

void write_study_origin(const std::string& folder, const StudyOrigin& origin, std::size_t cells) {
  JsonObject json;
  json.integer("schema", record_schema).text("name", origin.name).text("form", origin.form);
  json.text("folder", absolute_folder(origin.folder).string());
  if (!origin.machine.empty()) json.text("machine", origin.machine);
  const std::string about = json.integer("cells", static_cast<std::int64_t>(cells)).lines();
  write_file(plan_path(folder), [&](TextWriter& out) { out.text(origin.text); });
  write_file(about_path(folder), [&](TextWriter& out) { out.text(about + "\n"); });
}

void refuse_another_plan(const std::string& folder, const StudyOrigin& origin) {
  const StudyOrigin there = read_study_origin(folder);
  if (there.text != origin.text || there.form != origin.form)
    throw UsageError(
        fmt::format("{}: holds a study of another plan ('{}', {}); expected an empty "
                    "directory or the same plan",
                    folder, there.name, there.form));
  const auto machine_text = [](const std::string& machine) {
    return machine.empty() ? std::string("the plan's own samplers") : quote(machine);
  };
  if (there.machine != origin.machine)
    throw UsageError(
        fmt::format("{}: holds a study of the same plan on {}; expected the same machine or an "
                    "empty directory, "
                    "found {}",
                    folder, machine_text(there.machine), machine_text(origin.machine)));
  if (there.name != origin.name)
    throw UsageError(
        fmt::format("{}: holds a study of the same plan by the name '{}'; expected that name or an "
                    "empty directory, found '{}'",
                    folder, there.name, origin.name));
  if (origin.names_files && !same_folder(there.folder, origin.folder))
    throw UsageError(fmt::format(
        "{}: holds a study of the same plan with instance files from {}; expected the plan there "
        "or an empty directory, found the plan in {}",
        folder, absolute_folder(there.folder).string(), absolute_folder(origin.folder).string()));
}

}  // namespace spinsack
