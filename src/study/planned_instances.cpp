// SPDX-License-Identifier: Apache-2.0
#include "study/planned_instances.hpp"

#include "core/error.hpp"
#include "core/natural_order.hpp"
#include "core/nearest.hpp"
#include "core/text_reader.hpp"
#include "instance/digest.hpp"
#include "instance/published.hpp"
#include "instance/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <glob.h>
#include <optional>
#include <utility>

namespace spinsack {
namespace {

InstanceRecord published_record(const PublishedInstance& known) {
  return {.name = known.full_name(),
          .sha256 = std::string(known.sha256),
          .n = known.n,
          .density = known.density / 100.0,
          .tightness = static_cast<double>(known.capacity) / static_cast<double>(known.sum_weights),
          .capacity = known.capacity,
          .best_known = known.best_known};
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
  for (const PublishedSuite& suite : published_suites())
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
  if (spec.empty()) throw UsageError("expected an instance, found '', which is no name");
  const std::filesystem::path path = std::filesystem::path(folder) / spec;
  std::error_code unreadable;
  const std::string file = InstanceSource(path.string()).file();  // without the number of "file#2"
  if (std::filesystem::exists(file, unreadable)) return {path};
  std::vector<std::filesystem::path> files;
  if (spec.find_first_of(pattern_signs) != std::string::npos) files = matching_files(folder, spec);
  if (files.empty()) refuse_missing(spec, path);
  return files;
}

}  // namespace

InstanceRecord instance_record(const LoadedInstance& loaded) {
  if (loaded.published != nullptr) return published_record(*loaded.published);
  const QkpInstance& instance = loaded.instance;
  return {.name = instance.name(),
          .sha256 = instance_digest(instance),
          .n = instance.size(),
          .density = instance.density(),
          .tightness = instance.tightness(),
          .capacity = instance.capacity()};
}

QkpInstance load_planned(const PlannedInstance& planned) {
  std::optional<LoadedInstance> loaded =
      InstanceSource::numbered(planned.source, planned.number).next();
  if (instance_record(*loaded).sha256 != planned.record.sha256)
    throw InvalidInstance(
        fmt::format("{}: the instance has changed since the study began", planned.source));
  return std::move(loaded->instance);
}

const PlannedInstances::List& PlannedInstances::find(const std::string& name) {
  if (const auto known = found_.find(name); known != found_.end()) return known->second;
  List list;
  const auto add = [&](PlannedInstance planned) {
    list.push_back(std::make_shared<PlannedInstance>(std::move(planned)));
  };
  if (names_published(name)) {
    for (const PublishedInstance* const known : match_published(name))
      add({.record = published_record(*known), .source = known->full_name()});
  } else {
    for (const std::filesystem::path& path : files_of(folder_, name)) {
      InstanceSource file(path.string());
      while (const auto loaded = file.next())
        add({instance_record(*loaded), loaded->source, loaded->number,
             loaded->instance.profit_digits()});
    }
  }
  return found_.emplace(name, std::move(list)).first->second;
}

}  // namespace spinsack
