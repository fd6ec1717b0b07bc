// SPDX-License-Identifier: Apache-2.0
#include "core/program_path.hpp"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace spinsack {

bool is_executable_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> find_program(std::string_view name) {
  const char* const variable = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): only read
  std::string_view rest = variable == nullptr ? "/usr/bin:/bin" : variable;
  while (!rest.empty()) {
    const std::string_view directory = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), directory.size() + 1));
    std::string path =
        (std::filesystem::absolute(directory.empty() ? "." : directory) / name).string();
    if (is_executable_file(path)) return path;
  }
  return std::nullopt;
}

std::string this_code() {
  static const int here = 0;
  ::Dl_info found{};
  if (::dladdr(&here, &found) == 0 || found.dli_fname == nullptr) return "";
  return found.dli_fname;
}

std::string this_program() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

std::vector<std::string> folders_beside() {
  const std::filesystem::path here = std::filesystem::path(this_program()).parent_path();
  std::vector<std::string> all;
  // What the system tells of a plain program is the name that it was started by, which may be relative to any folder.
  const std::filesystem::path code = this_code();
  if (code.is_absolute() && code.parent_path() != here) {
    const std::filesystem::path package =
        code.parent_path();  // lib/python3.x/site-packages/spinsack
    all.push_back(package.string());
    all.push_back((package / "../../../../bin").lexically_normal().string());
  }
  all.push_back(here.string());
  return all;
}

}  // namespace spinsack
