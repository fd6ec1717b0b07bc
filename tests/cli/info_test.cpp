// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "support/places.hpp"

#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Info, ShowsAPage) {
  const RunResult result = spinsack_run({"info", "-"}, tiny);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(without_times(result.out),
            "tiny\n"
            "  items        3\n"
            "  pairs        2 of 3 have a profit, density 66.67 %\n"
            "  weights      2..4, mean 3, sum 9\n"
            "  profits      10..30 alone, 5..7 in pairs, 72 for everything\n"
            "  capacity     5, 55.56 % of the weights\n"
            "  storage      dense, 8-bit entries, 192 bytes\n"
            "  greedy       30, 1 item, load 4\n"
            "  upper bound  37, gap 18.92 %\n"
            "\n"
            "  ################################::::::::................................\n"
            "  load of the greedy solution #, room left :, beyond capacity .\n");
}

TEST(Info, DrawsBlocksIfTheLocaleHasThem) {
  const auto bar_of = [](std::map<std::string, std::string> environment) {
    const RunResult result = run({.command = {test::spinsack_command(), "info", "-"},
                                  .input = tiny,
                                  .environment = std::move(environment)});
    return lines_of(without_times(result.out)).at(10).substr(2, 3);
  };
  EXPECT_EQ(bar_of({{"LC_ALL", "C.UTF-8"}}), "█");
  EXPECT_EQ(bar_of({{"LC_ALL", ""}, {"LC_CTYPE", "de_DE.utf8"}, {"LANG", "C"}}), "█");
  EXPECT_EQ(bar_of({{"LC_ALL", ""}, {"LC_CTYPE", ""}, {"LANG", "en_GB.UTF-8"}}), "█");
  EXPECT_EQ(bar_of({{"LC_ALL", "POSIX"}, {"LANG", "en_GB.UTF-8"}}), "###");
  EXPECT_EQ(bar_of({{"LC_ALL", ""}, {"LC_CTYPE", ""}, {"LANG", ""}}), "###");
}

// The whole page stays within a terminal, and no colour gets into a file.
TEST(Info, DrawsAPictureOfAnyInstance) {
  for (const std::string instance :
       {"medium:300_50_1", "large:1000_25_1", "<(spinsack generate sparse --n 3000)",
        "<(spinsack generate teams --n 60)", "<(spinsack generate dispersion --n 5)",
        "<(spinsack generate gallo --n 4 --profit-min -9 --profit-max -1)",
        "<(spinsack generate gallo --n 9 --density 0)"}) {
    const RunResult result = shell_run("spinsack info " + instance);
    EXPECT_EQ(result.exit_code, 0) << instance << result;
    EXPECT_THAT(result.out, HasSubstr("  pair profits                        weights\n"));
    for (const std::string& line : lines_of(result.out)) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(Info, DoesNotSendControlCharactersOfAFileToTheTerminal) {
  std::string text = tiny;
  text.replace(0, 4, "a\x1b[2Jb");
  const RunResult result = spinsack_run({"info", "-"}, text);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("found 'a\\x1b[2Jb'"));
}

TEST(Info, UsesColourOnATerminalOnly) {
  if (!has_program("script")) GTEST_SKIP() << "needs script (package bsdutils)";
  const std::string on_terminal = "script -qec 'spinsack info medium:100_25_1' /dev/null";
  const std::map<std::string, std::string> colourful{{"TERM", "xterm"}, {"NO_COLOR", ""}};
  EXPECT_THAT(shell_run(on_terminal, {}, colourful).out,
              HasSubstr("\x1b[1mmedium:100_25_1\x1b[0m"));
  EXPECT_THAT(shell_run(on_terminal, {}, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}).out,
              Not(HasSubstr("\x1b")));
  EXPECT_THAT(shell_run(on_terminal, {}, {{"TERM", "dumb"}}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(shell_run("spinsack info medium:100_25_1", {}, colourful).out,
              Not(HasSubstr("\x1b")));
}

TEST(Info, LeavesThePictureOut) {
  const RunResult result = spinsack_run({"info", "-q", "medium:100_25_1"});
  EXPECT_EQ(lines_of(result.out).size(), 11U) << result;
}

TEST(Info, RecognisesAPublishedInstanceByItsNumbers) {
  const RunResult result =
      shell_run("spinsack generate medium:100_50_3 | sed 1s/.*/disguised/ | spinsack info -q - ");
  EXPECT_THAT(result.out, HasSubstr("disguised\n"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("  best known   34006, "),
                                HasSubstr(", published as medium:100_50_3\n")));
}

TEST(Info, GivesATableForSeveral) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  directory.write("decimals.edges", decimals);
  const RunResult result =
      spinsack_run({"info", "tiny.txt", "decimals.edges", "medium:100_25_1"}, {}, directory.path());
  EXPECT_EQ(
      result.out,
      "instance           n   density  capacity  tightness  greedy  bound      gap  best known\n"
      "tiny               3   66.67 %         5    55.56 %      30     37  18.92 %           -\n"
      "decimals#1         2  100.00 %       1.5    85.71 %       2   2.85  29.82 %           -\n"
      "decimals#2         2  100.00 %       0.5    28.57 %    1.25   1.25   0.00 %           -\n"
      "decimals#3         2  100.00 %         9   514.29 %    3.75   3.75   0.00 %           -\n"
      "medium:100_25_1  100   25.86 %       669    25.91 %   18511  19170   3.44 %       18558\n");
  const RunResult pages =
      spinsack_run({"info", "-qv", "tiny.txt", "decimals.edges"}, {}, directory.path());
  EXPECT_EQ(lines_of(pages.out).size(), 4 * 10 + 3U) << pages;
}

TEST(Info, WritesExactNumbersAsJson) {
  const RunResult result = spinsack_run({"info", "--json", "-", "-"}, decimals);
  EXPECT_EQ(result.exit_code, 0);
  const std::vector<std::string> lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 3U);
  const auto first = nlohmann::json::parse(lines[0]);
  EXPECT_EQ(first["n"], 2);
  EXPECT_EQ(first["greedy"]["items"], 1);
  EXPECT_THAT(lines[0], HasSubstr("\"capacity\":1.5,"));
  EXPECT_THAT(lines[0], HasSubstr("\"upper_bound\":2.85,"));
  EXPECT_FALSE(first.contains("best_known"));
  // 2^53 + 1 and 0.1 + 2^53 have no double.
  const RunResult large =
      spinsack_run({"info", "--json", "-", "-"}, "1 1 float\n0 0 9007199254740993.1\n1\n2\n");
  EXPECT_THAT(large.out, HasSubstr("\"value\":9007199254740993.1,"));
}

TEST(Info, WritesJsonBesideThePage) {
  const TemporaryDirectory directory;
  const RunResult result =
      spinsack_run({"info", "medium:100_25_1", "--json", "facts.json"}, {}, directory.path());
  EXPECT_THAT(result.out, HasSubstr("  items        100\n"));
  const auto facts = nlohmann::json::parse(directory.read("facts.json"));
  EXPECT_EQ(facts["instance"], "medium:100_25_1");
  EXPECT_EQ(facts["best_known"], 18558);
}

TEST(Info, KnowsTheEasyCases) {
  const auto with_capacity = [](const std::string& capacity) {
    std::string text = tiny;
    text.replace(text.find("\n5\n2 3 4") + 1, 1, capacity);
    return spinsack_run({"info", "-"}, text).out;
  };
  EXPECT_THAT(with_capacity("1"), HasSubstr("11.11 % of the weights; no item fits\n"));
  EXPECT_THAT(with_capacity("1"), HasSubstr("  greedy       0, 0 items, load 0\n"));
  EXPECT_THAT(with_capacity("1"), HasSubstr("  upper bound  0, gap 0.00 %\n"));
  EXPECT_THAT(with_capacity("0"), HasSubstr("  capacity     0, 0.00 % of the weights; no item"));
  EXPECT_THAT(with_capacity("9"), HasSubstr("100.00 % of the weights; everything fits\n"));
  EXPECT_THAT(with_capacity("77"), HasSubstr("  greedy       72, 3 items, load 9\n"));
  const RunResult single = spinsack_run({"info", "-"}, "one\n1\n7\n\n0\n5\n2\n");
  EXPECT_EQ(single.exit_code, 0);
  EXPECT_THAT(single.out, HasSubstr("  pairs        0 of 0 have a profit, density 0.00 %\n"));
  EXPECT_THAT(single.out, HasSubstr("  greedy       7, 1 item, load 2\n"));
}

}  // namespace
}  // namespace spinsack::test
