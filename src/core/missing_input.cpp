// SPDX-License-Identifier: Apache-2.0
#include "core/missing_input.hpp"

#include "core/error.hpp"
#include "core/nearest.hpp"
#include "core/system_reason.hpp"

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

}  // namespace

std::string nearest_input(std::string_view name, std::string_view alias,
                          std::span<const PublishedAlias> published) {
  if (name.empty()) return {};
  for (const PublishedAlias& known : published)
    if (known.alias == alias) return known.full;
  // Ties go to the first, so a file comes before anything published.
  const std::vector<std::string> files = files_beside(fs::path(name));
  std::vector<std::string_view> words(files.begin(), files.end());
  for (const PublishedAlias& known : published) words.push_back(known.full);
  const std::size_t full = words.size();
  for (const PublishedAlias& known : published) words.push_back(known.alias);
  const std::string_view near = nearest_word(name, words);
  if (near.empty()) return {};
  const auto place =
      static_cast<std::size_t>(std::find(words.begin(), words.end(), near) - words.begin());
  return place < full ? std::string(near) : published[place - full].full;
}

void refuse_missing_input(std::string_view name, std::string (*nearest)(std::string_view)) {
  std::error_code fault;
  if (name == "-" || fs::exists(fs::path(name), fault) || fault) return;
  const std::string near = nearest(name);
  throw FileError(fmt::format("{}: cannot open: {}{}", name, system_reason(ENOENT),
                              near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

}  // namespace spinsack
