// SPDX-License-Identifier: Apache-2.0
#include "support/places.hpp"

#include "core/program_path.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace spinsack::test {
namespace {

class MipProgram : public testing::Environment {
 public:
  void SetUp() override {
    if (has_spinsack_mip()) ::setenv("SPINSACK_MIP", spinsack_mip().c_str(), 0);
  }
};
const testing::Environment* const mip_program = testing::AddGlobalTestEnvironment(new MipProgram);

}  // namespace

std::filesystem::path source_folder() { return SPINSACK_SOURCE_DIR; }

std::string spinsack_command() { return SPINSACK_BINARY; }

std::string few_threads_library() { return SPINSACK_FEW_THREADS; }

std::string spinsack_mip() {
  return std::filesystem::path(spinsack_command()).replace_filename("spinsack-mip").string();
}

bool has_spinsack_mip() { return is_executable_file(spinsack_mip()); }

}  // namespace spinsack::test
