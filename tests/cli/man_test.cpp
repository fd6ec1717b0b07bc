// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"

namespace spinsack::test {
namespace {

using testing::HasSubstr;

TEST(Man, PassesTheLinter) {
  if (!has_program("mandoc")) GTEST_SKIP() << "needs mandoc (package mandoc)";
  const RunResult result = shell_run("spinsack man | mandoc -Tlint -Wwarning");
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.out, "");
}

TEST(Man, HasTheUsualSections) {
  const std::vector<std::string> lines = lines_of(spinsack_run({"man"}).out);
  std::vector<std::string> sections;
  for (const std::string& line : lines)
    if (line.starts_with(".SH ")) sections.push_back(line.substr(4));
  EXPECT_THAT(sections,
              testing::ElementsAre("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS",
                                   "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"));
}

// Flags and examples are copied from the page into a shell, so their dashes must stay dashes.
TEST(Man, ShowsWhatHelpShows) {
  if (!has_program("mandoc")) GTEST_SKIP() << "needs mandoc (package mandoc)";
  const RunResult page = shell_run("spinsack man | mandoc -Tutf8 -Owidth=200 | sed 's/.\\x08//g'");
  ASSERT_EQ(page.exit_code, 0);
  for (const char* text :
       {"-o, --output FILE", "-e, --encoding ENCODING", "spinsack convert [flags] IN OUT",
        "spinsack convert medium:100_25_1 - --to mps --linearise glover", "such as 2^-3",
        "--linearise NAME", "spinsack generate large:2000_100_10 | sha256sum",
        "spinsack solve -m lha", "spinsack generate gallo", "--walkers X"})
    EXPECT_THAT(page.out, HasSubstr(text));
}

}  // namespace
}  // namespace spinsack::test
