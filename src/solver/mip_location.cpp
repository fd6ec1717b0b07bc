// SPDX-License-Identifier: Apache-2.0
#include "solver/mip_location.hpp"

#include "core/error.hpp"
#include "core/program_path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

namespace spinsack {
namespace {

std::vector<std::string> places() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): only read
  if (const char* const chosen = std::getenv("SPINSACK_MIP"); chosen != nullptr && *chosen != '\0')
    return {chosen};
  const std::filesystem::path here = std::filesystem::path(this_program()).parent_path();
  std::vector<std::string> all{
      (here / "spinsack-mip").string(),
      (here / SPINSACK_BIN_TO_LIBEXEC / "spinsack-mip").lexically_normal().string(),
      SPINSACK_LIBEXEC "/spinsack-mip"};
  // A module of Python brings its own. What the system tells of a plain program is the name that it was started by, which may
  // be relative to any folder.
  const std::filesystem::path code = this_code();
  if (code.is_absolute() && code.parent_path() != here)
    all.insert(all.begin(), (code.parent_path() / "spinsack-mip").string());
  return all;
}

}  // namespace

std::string find_spinsack_mip() {
  const std::vector<std::string> files = places();
  for (const std::string& file : files)
    if (is_executable_file(file)) return file;
  throw UsageError(fmt::format(
      "--mip-solver cbc-library: expected the program spinsack-mip at {}, found none. It is built "
      "and installed "
      "with spinsack where CBC (coinor-libcbc-dev) is installed; SPINSACK_MIP names it elsewhere",
      fmt::join(files, " or ")));
}

}  // namespace spinsack
