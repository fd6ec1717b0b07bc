// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.hpp"
#include "core/error.hpp"
#include "study/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#if __has_include("study/database.hpp")
#include "study/database.hpp"
#endif

namespace spinsack {
namespace {

namespace fs = std::filesystem;

bool holds_study(const fs::path& folder) {
  return std::ranges::any_of(fs::directory_iterator(folder), [](const fs::directory_entry& entry) {
    const std::string name = entry.path().filename().string();
    return name == "study.json" || (name.starts_with("records") && name.ends_with(".jsonl"));
  });
}

// Directories of studies, the given one or those below it, in a fixed order.
void find_studies(const fs::path& folder, std::vector<std::string>& found) {
  if (holds_study(folder)) {
    found.push_back(folder.string());
    return;
  }
  std::vector<fs::path> below;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.is_directory()) below.push_back(entry.path());
  std::ranges::sort(below);
  for (const fs::path& path : below) find_studies(path, found);
}

bool is_database(const std::string& path) {
  constexpr std::string_view magic = "SQLite format 3";
  std::array<char, magic.size()> start{};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == magic;
}

}  // namespace

void add_records(Analyst& analyst, const std::string& path, const std::string& set_name,
                 const std::function<void(const std::string&)>& remark) {
  const auto take = [&](CellRecord&& record) { analyst.add(record, set_name); };
  if (fs::is_directory(path)) {
    std::vector<std::string> studies;
    find_studies(path, studies);
    if (studies.empty())
      throw FileError(
          fmt::format("{}: expected the directory of a study, or of studies, found none", path));
    for (const std::string& study : studies) scan_records(study, take, remark);
  } else if (is_database(path)) {
#if __has_include("study/database.hpp")
    load_database(path, take);
#else
    throw FileError(fmt::format("{}: expected a directory or a record file", path));
#endif
  } else {
    scan_record_file(path, take, remark);
  }
}

}  // namespace spinsack
