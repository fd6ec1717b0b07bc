// SPDX-License-Identifier: Apache-2.0
#include "instance/missing.hpp"

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "core/system_reason.hpp"
#include "instance/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 10'000;  // of a directory that are looked at

// The files beside the one typed, as they would have to be typed.
std::vector<std::string> files_beside(const fs::path& typed) {
  std::vector<std::string> files;
  std::error_code fault;
  const fs::path folder = typed.parent_path();
  fs::directory_iterator entry(folder.empty() ? "." : folder, fault);
  while (!fault && entry != fs::directory_iterator() && files.size() < most_files) {
    std::error_code gone;
    if (!entry->is_directory(gone)) files.push_back((folder / entry->path().filename()).string());
    entry.increment(fault);
  }
  std::sort(files.begin(), files.end());  // else a tie would be decided by the file system
  return files;
}

// A published file circulates as "jeu_100_25_1.txt" or "1000_25_1.txt".
std::string_view without_file_parts(std::string_view spec) {
  if (spec.ends_with(".txt")) spec.remove_suffix(4);
  if (spec.starts_with("jeu_")) spec.remove_prefix(4);
  return spec;
}

}  // namespace

std::string nearest_instance(std::string_view spec) {
  if (spec.empty()) return {};
  const std::string_view bare = without_file_parts(spec);
  for (const PublishedInstance& published : published_instances())
    if (published.name == bare) return published.full_name();
  // Ties go to the first, so a file comes before a published instance.
  std::vector<std::string> known = files_beside(fs::path(spec));
  const std::size_t files = known.size();
  for (const PublishedInstance& published : published_instances())
    known.push_back(published.full_name());
  const std::size_t full = known.size();
  for (const PublishedInstance& published : published_instances())
    known.emplace_back(published.name);
  const std::vector<std::string_view> words(known.begin(), known.end());
  const std::string_view near = nearest_word(spec, words);
  if (near.empty()) return {};
  const auto place =
      static_cast<std::size_t>(std::find(words.begin(), words.end(), near) - words.begin());
  return place < full ? known[place] : known[files + place - full];
}

void refuse_missing_instance(std::string_view spec) {
  std::error_code fault;
  if (spec == "-" || fs::exists(fs::path(spec), fault) || fault) return;
  const std::string near = nearest_instance(spec);
  throw FileError(fmt::format("{}: cannot open: {}{}", spec, system_reason(ENOENT),
                              near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

}  // namespace spinsack
