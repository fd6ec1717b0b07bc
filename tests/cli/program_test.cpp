// SPDX-License-Identifier: Apache-2.0
// Any 0/1 program, from an LP or MPS file to an answer.
#include "cli/solve_support.hpp"

namespace spinsack::test {
namespace {

using testing::HasSubstr;

// Best: a and b, worth 19. a and c would be 24, but one of b and e is needed.
const std::string model = R"(\ two capacities, a conflict and a demand
Maximize
 obj: 12 a + 7 b + 9 c + 4 d + 6 e + [ 6 a * c + 8 b * e ] / 2
Subject To
 cap: 5 a + 4 b + 6 c + 3 d + 2 e <= 11
 vol: 2 a + 3 b + c + 4 d + 5 e <= 8
 not_both: a + d <= 1
 pick: b + e >= 1
Binaries
 a b c d e
End
)";

TEST(ProgramCommand, SolvesAnLpFileByEveryKindOfMethod) {
  const TemporaryDirectory directory;
  directory.write("model.lp", model);
  for (const char* const method : {"auto", "sa", "tabu"}) {
    const nlohmann::json result = solved(directory.file("model.lp"), {"-m", method});
    EXPECT_EQ(result["problem"], "program");
    EXPECT_EQ(result["value"], 19) << method;
    EXPECT_EQ(result["columns_set"], (nlohmann::json{"a", "b"})) << method;
    EXPECT_EQ(result["feasible"], true);
  }
}

TEST(ProgramCommand, AnMpsFileIsMinimised) {
  const TemporaryDirectory directory;
  directory.write("model.lp", model);
  const RunResult result = spinsack_run({"convert", "model.lp", "model.mps"}, {}, directory.path());
  ASSERT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(solved(directory.file("model.mps"))["value"], -19);
}

TEST(ProgramCommand, WhatCannotBeExpressedIsRefusedByNameAndLine) {
  const TemporaryDirectory directory;
  directory.write("model.lp", "Maximize\n x + y\nSubject To\n c: x + y <= 1\nBinary\n x\nEnd\n");
  const RunResult result = spinsack_run({"solve", "model.lp"}, {}, directory.path());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err,
              HasSubstr("model.lp:2:6: expected binary columns, found 'y', which is continuous"));
}

}  // namespace
}  // namespace spinsack::test
