// SPDX-License-Identifier: Apache-2.0
#include "core/simd_target.hpp"
#include "record/record.hpp"
#include "spinsack_version.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sys/utsname.h>

namespace spinsack {
namespace {

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("g++ {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

// As the system names it, or at least its architecture.
std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  struct utsname names {};
  return ::uname(&names) == 0 ? names.machine : "unknown";
}

}  // namespace

Environment this_environment() {
  static const Environment lasting{
      .version = std::string(version),
      .revision = std::string(revision),
      .compiler = compiler_name(),
      .processor = processor_name(),
      .simd = {},  // can be chosen anew at any time
  };
  Environment environment = lasting;
  environment.simd = simd_target_in_use();
  return environment;
}

}  // namespace spinsack
