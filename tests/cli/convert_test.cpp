// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "formulation/linearise.hpp"
#include "program/format.hpp"

namespace spinsack::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string tiny_edges = "3 5 int\n0 0 10\n0 1 5\n1 1 20\n1 2 7\n2 2 30\n2 3 4\n5\n";

TEST(Convert, GoesToAnEdgeListAndBack) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  ASSERT_EQ(spinsack_run({"convert", "tiny.txt", "tiny.edges"}, {}, directory.path()).exit_code, 0);
  EXPECT_EQ(directory.read("tiny.edges"), tiny_edges);
  const RunResult back = spinsack_run({"convert", "tiny.edges", "back.qkp"}, {}, directory.path());
  EXPECT_EQ(back.exit_code, 0) << back;
  EXPECT_EQ(back.out + back.err, "");
  EXPECT_EQ(directory.read("back.qkp"), tiny);
}

TEST(Convert, ReadsFromAPipeAndWritesToOne) {
  const RunResult result = spinsack_run({"convert", "-", "-", "--to", "edges"}, tiny);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, tiny_edges);
}

TEST(Convert, KeepsSeveralCapacitiesTogetherOrTakesOne) {
  const RunResult all = spinsack_run({"convert", "-", "-", "--to", "edges"}, decimals);
  EXPECT_EQ(all.out, decimals);
  const RunResult second =
      spinsack_run({"convert", "/dev/stdin#2", "-", "--to", "edges"}, decimals);
  EXPECT_EQ(lines_of(second.out).back(), "0.5");
}

TEST(Convert, ObeysTheFormatOfTheInput) {
  // Two items, or the same numbers as an edge list of two vertices and one edge without its
  // weights.
  const RunResult result =
      spinsack_run({"convert", "--format", "edges", "-", "-", "--to", "lp"}, tiny);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, StartsWith("standard input:1:1: expected"));
}

TEST(Convert, WritesEveryProgramInEveryFormat) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  for (const ProgramFormat& format : program_formats())
    for (const Linearisation& form : linearisations()) {
      const std::string output = "out" + std::string(format.extension);
      const RunResult result =
          spinsack_run({"convert", "tiny.txt", output, "--linearise", std::string(form.name)}, {},
                       directory.path());
      EXPECT_EQ(result.exit_code, 0) << result;
      EXPECT_THAT(directory.read(output), HasSubstr("Written by spinsack "));
      EXPECT_THAT(directory.read(output), HasSubstr("--linearise " + std::string(form.name)));
    }
}

TEST(Convert, KeepsTheProductsUnlessToldOtherwise) {
  const RunResult result = spinsack_run({"convert", "-", "-", "--to", "lp"}, tiny);
  EXPECT_THAT(result.out, HasSubstr("[ 10 x_0 * x_1 + 14 x_1 * x_2 ] / 2"));
  const RunResult mps = spinsack_run({"convert", "-", "-", "--to", "mps"}, tiny);
  EXPECT_THAT(mps.out, HasSubstr("QUADOBJ"));
}

TEST(Convert, WritesProgramsThatCbcSolves) {
  if (!has_program("cbc")) GTEST_SKIP() << "needs cbc (package coinor-cbc)";
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  // The optimum of tiny is 35; MPS minimises its negative.
  const RunResult result = shell_run(R"sh(
    for form in glover-woolsey adams-sherali glover; do
      for format in lp mps; do
        spinsack convert tiny.txt out.$format --linearise $form || exit
        cbc out.$format solve solution out.sol > log || exit
        head -1 out.sol
      done
    done)sh",
                                     directory.path());
  EXPECT_EQ(result.exit_code, 0) << result;
  const std::vector<std::string> lines = lines_of(result.out);
  EXPECT_EQ(lines.size(), 6U) << result;
  for (const std::string& line : lines) {
    EXPECT_THAT(line, StartsWith("Optimal"));
    EXPECT_THAT(line, HasSubstr("35.0"));
  }
}

TEST(Convert, CompressesByTheLastEnding) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const RunResult result = shell_run(
      "set -e; spinsack convert tiny.txt a.lp.gz; spinsack convert tiny.txt a.lp.xz; "
      "spinsack convert tiny.txt a.lp; gzip -dc a.lp.gz | cmp - a.lp; xz -dc a.lp.xz | cmp - a.lp",
      directory.path());
  EXPECT_EQ(result.exit_code, 0) << result;
}

}  // namespace
}  // namespace spinsack::test
