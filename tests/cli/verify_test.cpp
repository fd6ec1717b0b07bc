// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"

namespace spinsack::test {
namespace {

using testing::HasSubstr;

RunResult verify_tiny(const std::string& result, std::vector<std::string> more = {}) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  more.insert(more.begin(), {"verify", "tiny.txt", "-"});
  return spinsack_run(more, result, directory.path());
}

const std::string right =
    R"({"instance":"tiny","n":3,"value":35,"weight":5,"capacity":5,"feasible":true,)"
    R"("upper_bound":35,"gap":0,"proven_optimal":true,"items":[0,1]})";

TEST(Verify, AcceptsWhatIsTrue) {
  const RunResult result = verify_tiny(right + "\n");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(lines_of(result.out).front(), "tiny");
  EXPECT_EQ(lines_of(result.out).back(), "verified");
  EXPECT_EQ(result.err, "");
}

TEST(Verify, RefusesWhatIsNot) {
  std::string wrong = right;
  wrong.replace(wrong.find(":35,"), 4, ":36,");
  const RunResult result = verify_tiny(wrong);
  EXPECT_EQ(result.exit_code, 2) << result;
  EXPECT_THAT(result.out, HasSubstr("  FAILED  value           36"));
  EXPECT_EQ(lines_of(result.out).back(), "NOT verified");
}

TEST(Verify, TakesItemsAsText) {
  EXPECT_EQ(verify_tiny("0\n1\n").exit_code, 0);
  EXPECT_EQ(verify_tiny("1 1 0\n").exit_code, verify_tiny("110\n").exit_code);
  const RunResult heavy = verify_tiny("1 2\n");
  EXPECT_EQ(heavy.exit_code, 2) << heavy;
  EXPECT_THAT(heavy.out, HasSubstr("7 of 5"));
}

TEST(Verify, CanBeQuiet) {
  EXPECT_EQ(verify_tiny(right, {"-q"}).out, "");
  const RunResult heavy = verify_tiny("1 2\n", {"--quiet"});
  EXPECT_EQ(heavy.exit_code, 2);
  EXPECT_EQ(heavy.out + heavy.err, "");
}

TEST(Verify, ChecksEveryLineOfManyResults) {
  const TemporaryDirectory directory;
  directory.write("d.edges", decimals);
  const std::string results =
      R"({"instance":"d#1","n":2,"value":2,"weight":1.25,"capacity":1.5,"items":[1]})"
      "\n"
      R"({"instance":"d#3","n":2,"value":3.75,"weight":1.75,"capacity":9,"items":[0,1]})"
      "\n";
  const RunResult result = spinsack_run({"verify", "d.edges", "-"}, results, directory.path());
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("d#1\n"));
  EXPECT_THAT(result.out, HasSubstr("d#3\n"));
}

TEST(Verify, AnUnreadableResultIsBadInput) {
  EXPECT_EQ(verify_tiny("").exit_code, 1);
  EXPECT_EQ(verify_tiny("{\"items\":").exit_code, 1);
  EXPECT_EQ(verify_tiny("nonsense").exit_code, 1);
}

}  // namespace
}  // namespace spinsack::test
