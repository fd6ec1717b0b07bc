// SPDX-License-Identifier: Apache-2.0
#include "file_uses.hpp"

#include "core/error.hpp"
#include "core/output_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace spinsack::cli {
namespace {

namespace fs = std::filesystem;

// Of a regular file or a pipe. A published name has none; "file#2" is an instance in a file, "file@3" one with a setting.
std::optional<FileIdentity> identity_of_input(std::string path) {
  struct stat status {};
  int answer = path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status);
  while (answer != 0) {
    const std::size_t mark = path.find_last_of("#@");
    if (mark == std::string::npos) return {};
    path.resize(mark);
    answer = ::stat(path.c_str(), &status);
  }
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) return {};
  return FileIdentity{.device = status.st_dev, .number = status.st_ino, .place = {}};
}

// What is read where the directory of a study is the input.
bool belongs_to_study(const fs::path& file, const fs::path& directory) {
  std::error_code fault;
  if (!fs::is_directory(directory, fault)) return false;
  const fs::path place = fs::weakly_canonical(file, fault);
  const fs::path inside = place.lexically_relative(fs::canonical(directory, fault));
  if (fault || inside.empty() || *inside.begin() == "..") return false;
  const std::string name = place.filename().string();
  return name == "plan.toml" || name == "study.json" || name == "lock" || name.ends_with(".jsonl");
}

}  // namespace

void check_outputs(std::span<const FileUse> inputs, std::span<const FileUse> outputs) {
  std::vector<OutputFile> files;
  for (const FileUse& output : outputs) {
    const OutputFile& file = files.emplace_back(output.path);
    for (const FileUse& input : inputs)
      if ((file.has_identity() && identity_of_input(input.path) == file.identity()) ||
          belongs_to_study(output.path, input.path))
        throw UsageError(fmt::format("{} {} is what {} {} reads: expected another file",
                                     output.flag, output.path, input.flag, input.path));
    for (std::size_t i = 0; i + 1 < files.size(); ++i) {
      if (outputs[i].path == "-" && output.path == "-")
        throw UsageError(
            fmt::format("standard output can be used only once: name a file for {} or {}",
                        outputs[i].flag, output.flag));
      if (file.has_identity() && files[i].has_identity() && files[i].identity() == file.identity())
        throw UsageError(fmt::format("{} {} and {} {} are the same file: expected one for each",
                                     outputs[i].flag, outputs[i].path, output.flag, output.path));
    }
  }
}

}  // namespace spinsack::cli
