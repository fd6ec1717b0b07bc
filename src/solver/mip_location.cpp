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
  std::vector<std::string> all;
  for (const std::filesystem::path folder : folders_beside()) {
    all.push_back((folder / "spinsack-mip").string());
    all.push_back((folder / SPINSACK_BIN_TO_LIBEXEC / "spinsack-mip").lexically_normal().string());
  }
  all.emplace_back(SPINSACK_LIBEXEC "/spinsack-mip");
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
