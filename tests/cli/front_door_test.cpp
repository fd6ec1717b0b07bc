// SPDX-License-Identifier: Apache-2.0
// What the command is made of: starting it is cheap, and it brings no libraries whose own threads start with it.
#include "cli/cli_support.hpp"

#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

TEST(FrontDoor, BringsNoSolverAndNoLinearAlgebra) {
  if (!has_program("ldd")) GTEST_SKIP() << "ldd is not installed";
  const RunResult result = run({.command = {"ldd", spinsack_command()}});
  ASSERT_EQ(result.exit_code, 0) << result;
  ASSERT_NE(result.out.find("libc.so"), std::string::npos) << result;
  for (const char* library : {"blas", "lapack", "gfortran", "quadmath", "Cbc", "Clp", "Coin"})
    EXPECT_EQ(result.out.find(library), std::string::npos) << library << "\n" << result;
}

}  // namespace
}  // namespace spinsack::test
