// SPDX-License-Identifier: Apache-2.0
#include "study/folder.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"
#include "core/params.hpp"
#include "core/text_reader.hpp"
#include "instance/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <limits>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spinsack {
namespace {

namespace fs = std::filesystem;
constexpr double sync_interval = 0.5;  // seconds
constexpr int most_shards = 1'000'000;

[[noreturn]] void fail(const std::string& path, std::string_view what) {
  throw FileError(fmt::format("{}: {}: {}", path, what, std::strerror(errno)));
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string records_name(const Shard& shard) {
  return shard.whole() ? "records.jsonl"
                       : fmt::format("records-{}of{}.jsonl", shard.number, shard.count);
}

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

bool is_record_file(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with("records") && name.ends_with(".jsonl");
}

std::vector<std::string> record_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const fs::path& path : sorted_entries(folder))
    if (is_record_file(path)) files.push_back(path.string());
  return files;
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
    if (fs::is_directory(path, gone)) find_studies(path.string(), visited, found);
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

// Published instances are the same wherever the plan is.
bool names_files(const Plan& plan) {
  return std::ranges::any_of(plan.runs, [](const PlannedRun& run) {
    return !std::ranges::all_of(run.instances, names_published);
  });
}

std::string study_json(const Plan& plan, std::size_t cells) {
  return JsonObject()
      .integer("schema", record_schema)
      .text("name", plan.name)
      .text("form", plan.form)
      .text("folder", absolute_folder(plan.folder).string())
      .integer("cells", static_cast<std::int64_t>(cells))
      .lines();
}

// What study.json says about the plan.
struct PlanOrigin {
  std::string name;
  std::string form;
  std::string folder;
};

PlanOrigin read_study_json(const std::string& folder) {
  const std::string path = (fs::path(folder) / "study.json").string();
  if (!fs::exists(path))
    throw FileError(
        fmt::format("{}: expected the directory of a study, found no study.json", folder));
  const InputFile file = read_file(path);
  JsonReader json(file.name, file.text);
  PlanOrigin origin;
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
    } else {
      json.skip();
    }
  }
  if (!missing.empty())
    json.fail_at(0, fmt::format("expected '{}' of a study, found none", *missing.begin()));
  return origin;
}

// Cells are named after the plan and the content of its instances, so that the same text is not enough.
void refuse_another_plan(const std::string& folder, const Plan& plan) {
  const PlanOrigin there = read_study_json(folder);
  const std::string text = read_file((fs::path(folder) / "plan.toml").string()).text;
  if (text != plan.text || there.form != plan.form)
    throw UsageError(
        fmt::format("{}: holds a study of another plan ('{}', {}); expected an empty "
                    "directory or the same plan",
                    folder, there.name, there.form));
  if (there.name != plan.name)
    throw UsageError(
        fmt::format("{}: holds a study of the same plan by the name '{}'; expected that name or an "
                    "empty directory, found '{}'",
                    folder, there.name, plan.name));
  if (names_files(plan) && !same_folder(there.folder, plan.folder))
    throw UsageError(fmt::format(
        "{}: holds a study of the same plan with instance files from {}; expected the plan there "
        "or an empty directory, found the plan in {}",
        folder, absolute_folder(there.folder).string(), absolute_folder(plan.folder).string()));
}

}  // namespace

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos)
    throw UsageError(fmt::format("--shard: expected i/N such as 2/8, found {}", quote(text)));
  Shard shard;
  shard.count =
      static_cast<int>(params::parse_integer("shard", text.substr(slash + 1), 1, most_shards));
  shard.number =
      static_cast<int>(params::parse_integer("shard", text.substr(0, slash), 1, shard.count));
  return shard;
}

void scan_record_file(const std::string& path, const std::function<void(CellRecord&&)>& take,
                      const Remark& remark) {
  const InputFile file = read_file(path);
  for (std::size_t offset = 0; offset < file.text.size();) {
    const std::size_t end = file.text.find('\n', offset);
    if (end == std::string::npos) {
      const TextReader place(file.name, file.text);
      try {
        place.fail_at(offset, "the last record is unfinished");
      } catch (const InputError& error) {
        remark(error.what());
      }
      break;
    }
    try {
      take(read_record(file.name, file.text, offset));
    } catch (const InputError& error) {
      remark(error.what());
    }
    offset = end + 1;
  }
}

void scan_records(const std::string& folder, const std::function<void(CellRecord&&)>& take,
                  const Remark& remark) {
  if (!fs::is_directory(folder))
    throw FileError(fmt::format("{}: expected the directory of a study", folder));
  for (const std::string& path : record_files(folder)) scan_record_file(path, take, remark);
}

bool holds_records(const std::string& folder) {
  return fs::is_directory(folder) && !record_files(folder).empty();
}

std::vector<std::string> study_folders(const std::string& path) {
  std::vector<std::string> found;
  if (!fs::is_directory(path)) return found;
  std::set<fs::path> visited;
  find_studies(path, visited, found);
  std::ranges::sort(found);
  return found;
}

Plan plan_of_folder(const std::string& folder) {
  const PlanOrigin origin = read_study_json(folder);
  const std::string path = (fs::path(folder) / "plan.toml").string();
  Plan plan = parse_plan(path, read_file(path).text, origin.form == "quick");
  plan.name = origin.name;
  plan.folder = origin.folder;
  return plan;
}

RecordWriter::RecordWriter(const std::string& folder, const Plan& plan, std::size_t cells,
                           const Shard& shard, const Remark& remark)
    : folder_(folder) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault)
    throw FileError(fmt::format("{}: cannot make the directory: {}", folder, fault.message()));
  const std::string plan_path = (fs::path(folder) / "plan.toml").string();
  const std::string about_path = (fs::path(folder) / "study.json").string();
  try {
    lock_folder(shard);
    if (fs::exists(about_path)) {
      refuse_another_plan(folder, plan);
    } else {
      write_file(plan_path, [&](TextWriter& out) { out.text(plan.text); });
      write_file(about_path, [&](TextWriter& out) { out.text(study_json(plan, cells) + "\n"); });
    }
    open_records(shard, remark);
  } catch (...) {
    if (file_ >= 0) ::close(file_);
    if (lock_ >= 0) ::close(lock_);
    throw;
  }
}

RecordWriter::~RecordWriter() {
  ::fdatasync(file_);
  ::close(file_);
  ::close(lock_);
}

// Shards share the directory with each other, and with nobody who writes all.
void RecordWriter::lock_folder(const Shard& shard) {
  const std::string path = (fs::path(folder_) / "lock").string();
  lock_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) fail(path, "cannot write");
  if (::flock(lock_, (shard.whole() ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail(path, "cannot lock");
  throw UsageError(fmt::format("{}: another runner is writing to this directory", folder_));
}

void RecordWriter::open_records(const Shard& shard, const Remark& remark) {
  path_ = (fs::path(folder_) / records_name(shard)).string();
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) fail(path_, "cannot write");
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
    throw UsageError(fmt::format("{}: another runner is writing to this file", path_));
  const std::string text = read_file(path_).text;
  const std::size_t good = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  size_ = static_cast<std::int64_t>(good);
  if (good < text.size()) {
    remark(fmt::format("{}: dropped an unfinished record of {} bytes at the end", path_,
                       text.size() - good));
    if (::ftruncate(file_, size_) != 0) fail(path_, "cannot cut off an unfinished record");
  }
  if (::lseek(file_, size_, SEEK_SET) < 0) fail(path_, "cannot write");
}

void RecordWriter::append(const CellRecord& record) {
  const std::string line = record_line(record) + '\n';
  const std::scoped_lock lock(mutex_);
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = ::write(file_, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const int reason = errno;
      static_cast<void>(::ftruncate(file_, size_));
      static_cast<void>(::lseek(file_, size_, SEEK_SET));
      errno = reason;
      fail(path_, "cannot write a record");
    }
    written += static_cast<std::size_t>(count);
  }
  size_ += static_cast<std::int64_t>(line.size());
  if (now() - synced_ < sync_interval) return;
  if (::fdatasync(file_) != 0) fail(path_, "cannot write a record");
  synced_ = now();
}

void RecordWriter::sync() {
  const std::scoped_lock lock(mutex_);
  if (::fdatasync(file_) != 0) fail(path_, "cannot write the records");
}

}  // namespace spinsack
