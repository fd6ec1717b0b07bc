// SPDX-License-Identifier: Apache-2.0
// The recipe of docs/studies.md for GNU parallel. Skipped where it is not installed.
#include "scale/scale_support.hpp"

namespace spinsack::test {
namespace {

TEST(ScaleParallel, ShardsGiveWhatOneProcessGives) {
  if (!has_program("parallel")) GTEST_SKIP() << "needs parallel (package parallel)";
  const TemporaryDirectory directory;
  const std::vector<std::string> expected = done_alone(directory, short_plan);
  const RunResult result = shell_run(
      "seq 5 | parallel --jobs 3 spinsack study run plan.toml --out parts -j 1 -q --shard {}/5",
      directory.path(), {{"HOME", directory.path().string()}});
  EXPECT_EQ(result.exit_code, 0) << result;
  expect_same(merged(directory, "parts"), expected);
}

}  // namespace
}  // namespace spinsack::test
