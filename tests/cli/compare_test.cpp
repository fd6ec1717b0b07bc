// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "support/temporary_directory.hpp"

#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

RunResult compare(Words words, const TemporaryDirectory& directory) {
  words.insert(words.begin(), {"compare", "-q"});
  return spinsack_run(std::move(words), "", directory.path());
}

TEST(Compare, TellsWhoReachesTheBestKnownValues) {
  const TemporaryDirectory directory;
  const RunResult result = compare({"--methods", "lha,greedy", "--suite", "medium:100_25_*", "-t",
                                    "1e6", "--seeds", "2", "--json", "-"},
                                   directory);
  EXPECT_EQ(result.exit_code, 0) << result;
  const std::vector<std::string> lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 2U);
  const Json lha = Json::parse(lines[0]);
  EXPECT_EQ(lha["method"], "lha");
  EXPECT_EQ(lha["reached"], 20);
  EXPECT_EQ(lha["worst_gap_percent"], 0);
  const Json greedy = Json::parse(lines[1]);
  EXPECT_EQ(greedy["reached"], 6);  // the paper's Greedy solves three of these ten
  EXPECT_EQ(greedy["wins"], 7);
  EXPECT_EQ(greedy["ties"], 3);
  EXPECT_EQ(greedy["p"], 1.0 / 128);
}

TEST(Compare, KeepsItsRecordsAndGoesOn) {
  const TemporaryDirectory directory;
  const Words words{"--methods", "greedy,greedy:variant=insertion",
                    "--suite",   "medium:100_25_1",
                    "-t",        "1e6",
                    "--out",     "kept"};
  const RunResult first = compare(words, directory);
  EXPECT_EQ(first.exit_code, 0) << first;
  EXPECT_THAT(first.out, StartsWith("method"));
  EXPECT_THAT(first.out, HasSubstr("\ngreedy:variant=insertion "));
  EXPECT_EQ(compare(words, directory).out, first.out);  // the same records, the same times
  EXPECT_EQ(spinsack_run({"study", "resume", "kept", "-q"}, "", directory.path()).out,
            "kept: 0 cells done, 2 were there already\n");
}

TEST(Compare, TakesInstancesThatNobodyKnows) {
  const TemporaryDirectory directory;
  ASSERT_EQ(spinsack_run({"generate", "gallo", "--n", "30", "-o", "mine.txt"}, "", directory.path())
                .exit_code,
            0);
  const RunResult result =
      compare({"--methods", "lha,greedy", "--suite", "mine.txt", "-t", "0.1"}, directory);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("1 of 1 instances have no best known value"));
}

TEST(Compare, TakesValuesWithColonsAndWritesJson) {
  const TemporaryDirectory directory;
  const RunResult result = compare({"--methods", "sa:sweeps=50:reads=2:lambda=scale:3,greedy",
                                    "--suite", "medium:100_25_1", "-t", "1e6", "--json", "a.json"},
                                   directory);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("\nsa:sweeps=50:reads=2:lambda=scale:3 "));
  const std::vector<std::string> lines = lines_of(directory.read("a.json"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(Json::parse(lines[1]).at("method"), "greedy");
}

TEST(Compare, RefusesWhatItCannotCompare) {
  const TemporaryDirectory directory;
  const auto message = [&](const Words& words) {
    const RunResult result = compare(words, directory);
    EXPECT_EQ(result.exit_code, 1) << result;
    return result.err;
  };
  EXPECT_THAT(message({"-t", "1"}), HasSubstr("--suite is missing"));
  EXPECT_THAT(message({"--suite", "medium:100_25_1"}), HasSubstr("-t is missing"));
  EXPECT_THAT(message({"--suite", "medium:100_25_1", "-t", "1", "--methods", "lha,ihae"}),
              HasSubstr("unknown method 'ihae'; did you mean 'ihea'?"));
  EXPECT_THAT(message({"--suite", "medium:100_25_1", "-t", "1", "--methods", "lha:sweeps"}),
              HasSubstr("--methods: expected NAME:KEY=VALUE, found 'lha:sweeps'"));
  EXPECT_THAT(message({"--suite", "medium:100_25_1", "-t", "1", "--methods", "lha:swep=3"}),
              HasSubstr("did you mean 'sweeps'?"));
  // Limits and seeds are the same for all.
  for (const char* const own : {"lha:time-limit=5", "lha:seeds=3", "lha:target=1", "lha:label=x"})
    EXPECT_THAT(message({"--suite", "medium:100_25_1", "-t", "1", "--methods", own}),
                HasSubstr("unknown parameter"))
        << own;
  EXPECT_THAT(message({"--suite", "medium:100_25_1", "-t", "1", "--methods", "lha,ihea,lha"}),
              HasSubstr("--methods: expected each once, found 'lha' twice"));
  EXPECT_THAT(message({"--suite", "medium:1_*", "-t", "1"}), HasSubstr("medium:1_*"));
  EXPECT_THAT(message({"--suite", "medium:100_25_1", "-t", "1", "--seeds", "0"}),
              HasSubstr("--seeds"));
  EXPECT_THAT(message({"--suite", "medium:100_25_1", "-t", "-1"}), HasSubstr("--time-limit"));
}

}  // namespace
}  // namespace spinsack::test
