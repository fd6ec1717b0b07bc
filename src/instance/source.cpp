// SPDX-License-Identifier: Apache-2.0
#include "instance/source.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/nearest.hpp"
#include "instance/format.hpp"
#include "instance/published.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace spinsack {
namespace {

// "larg:1000_25_1" is a slip of the keyboard rather than a missing file; "runs:1/a.txt" is not.
void refuse_unknown_suite(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view suite = spec.substr(0, colon);
  std::vector<std::string_view> names;
  for (const PublishedSuite& known : published_suites()) names.push_back(known.name);
  std::error_code unreadable;
  if (nearest_word(suite, names).empty() || std::filesystem::exists(spec, unreadable)) return;
  throw UsageError(
      fmt::format("{}: no such file, and {}", spec, unknown_word("suite", suite, names)));
}

}  // namespace

std::vector<QkpInstance> load_instances(std::string_view spec, std::string_view format) {
  if (!names_published(spec)) {
    refuse_unknown_suite(spec);
    return read_instances(read_file(spec), format);
  }
  std::vector<QkpInstance> instances;
  for (const PublishedInstance* published : match_published(spec))
    instances.push_back(build_published(*published));
  return instances;
}

}  // namespace spinsack
