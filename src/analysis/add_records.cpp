// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.hpp"
#include "core/error.hpp"
#include "record/database.hpp"
#include "record/record_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

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
    const std::vector<std::string> studies = study_folders(path);
    if (studies.empty())
      throw FileError(
          fmt::format("{}: expected the directory of a study, or of studies, found none", path));
    for (const std::string& study : studies) scan_records(study, take, remark);
  } else if (is_database(path)) {
    load_database(path, take);
  } else {
    scan_record_file(path, take, remark);
  }
}

}  // namespace spinsack
