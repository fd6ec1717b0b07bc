// SPDX-License-Identifier: Apache-2.0
#include "record/record_files.hpp"

#include "core/error.hpp"
#include "core/line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

// In a fixed order, so that whatever depends on the order of files is repeatable.
std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code fault;
  for (fs::directory_iterator entry(folder, fault); !fault && entry != fs::directory_iterator();
       entry.increment(fault))
    entries.push_back(entry->path());
  if (fault)
    throw FileError(
        fmt::format("{}: cannot read the directory: {}", folder.string(), fault.message()));
  std::ranges::sort(entries);
  return entries;
}

bool is_folder(const fs::path& path) {
  std::error_code unreadable;
  return fs::is_directory(path, unreadable);
}

bool is_record_file(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with("records") && name.ends_with(".jsonl");
}

// Links may lead in circles, so each directory is visited once.
void find_studies(const std::string& folder, std::set<fs::path>& visited,
                  std::vector<std::string>& found) {
  std::error_code gone;
  if (!visited.insert(fs::canonical(folder, gone)).second || gone) return;
  const std::vector<fs::path> entries = sorted_entries(folder);
  if (std::ranges::any_of(entries, [](const fs::path& path) {
        return path.filename() == "study.json" || is_record_file(path);
      })) {
    found.push_back(folder);
    return;
  }
  for (const fs::path& path : entries)
    if (is_folder(path)) find_studies(path.string(), visited, found);
}

// Calls take with every good record while the reader stands at its line.
template <class Take>
void scan_lines(const std::string& path, const Take& take, const Remark& remark) {
  for (LineReader lines(path); lines.next();) {
    const auto tell = [&](std::string_view what) {
      remark(fmt::format("{}:{}:1: {}", lines.name(), lines.number(), what));
    };
    if (lines.too_long()) {
      tell(fmt::format("expected a record of at most {} bytes, found a longer line",
                       lines.longest_line()));
    } else if (!lines.finished()) {
      tell("the last record is unfinished");
    } else {
      try {
        take(read_record(lines.name(), lines.line(), lines.number()), lines);
      } catch (const InputError& error) {
        remark(error.what());
      }
    }
  }
}

}  // namespace

std::string records_name(const Shard& shard) {
  return shard.whole() ? "records.jsonl"
                       : fmt::format("records-{}of{}.jsonl", shard.number, shard.count);
}

std::vector<std::string> record_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const fs::path& path : sorted_entries(folder))
    if (is_record_file(path)) files.push_back(path.string());
  return files;
}

void scan_record_file(const std::string& path, const TakeRecord& take, const Remark& remark) {
  scan_lines(
      path, [&](CellRecord&& record, const LineReader&) { take(std::move(record)); }, remark);
}

void scan_record_places(const std::string& folder,
                        const std::function<void(CellRecord&&, const RecordPlace&)>& take,
                        const Remark& remark) {
  if (!is_folder(folder))
    throw FileError(fmt::format("{}: expected the directory of a study", folder));
  RecordPlace place;
  for (const std::string& path : record_files(folder)) {
    scan_lines(
        path,
        [&](CellRecord&& record, const LineReader& lines) {
          place.offset = lines.offset();
          place.size = static_cast<std::uint32_t>(lines.line().size());
          take(std::move(record), place);
        },
        remark);
    ++place.file;
  }
}

void scan_records(const std::string& folder, const TakeRecord& take, const Remark& remark) {
  scan_record_places(
      folder, [&](CellRecord&& record, const RecordPlace&) { take(std::move(record)); }, remark);
}

bool holds_records(const std::string& folder) {
  return is_folder(folder) && !record_files(folder).empty();
}

std::vector<std::string> study_folders(const std::string& path) {
  std::vector<std::string> found;
  if (!is_folder(path)) return found;
  std::set<fs::path> visited;
  find_studies(path, visited, found);
  std::ranges::sort(found);
  return found;
}

}  // namespace spinsack
