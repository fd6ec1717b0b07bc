// SPDX-License-Identifier: Apache-2.0
#include "cli/solve_support.hpp"
#include "support/shell_waits.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace spinsack::test {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> keys_of(const ordered_json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

// --- what is said --------------------------------------------------------------------------------

TEST(Solve, ShowsThePageOfOneInstance) {
  const RunResult result = solve({"medium:100_25_1", "-j", "1"});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(lines_of(result.out).front(), "medium:100_25_1");
  EXPECT_THAT(result.out, HasSubstr("\n  value        18558, "));
  EXPECT_THAT(result.out, HasSubstr("\n  best known   18558, reached\n"));
  EXPECT_THAT(result.out, HasSubstr("\n  upper bound  "));
  EXPECT_THAT(result.out, HasSubstr("of 100, load 669 of 669\n"));
  EXPECT_THAT(result.out, HasSubstr("\n  method       auto, seed 0, 1 thread, stopped by work\n"));
  EXPECT_THAT(result.out, HasSubstr("load 669 of capacity 669, all items weigh "));
  EXPECT_EQ(result.err, "");
  const RunResult quiet = solve({"medium:100_25_1", "-j", "1", "-q"});
  EXPECT_THAT(without_times(result.out), StartsWith(without_times(quiet.out)));
  EXPECT_THAT(quiet.out, Not(HasSubstr("of capacity")));
}

TEST(Solve, SaysHowFarTheBestKnownValueIs) {
  const RunResult result = solve({"medium:100_25_1", "-m", "greedy", "-q"});
  EXPECT_THAT(result.out, HasSubstr("\n  value        18511\n"));
  EXPECT_THAT(result.out, HasSubstr("\n  best known   18558, 0.25 % above this value\n"));
}

TEST(Solve, ShowsATableOfSeveral) {
  const TemporaryDirectory directory;
  directory.write("tiny.txt", tiny);
  const Words specs{"medium:100_25_1", "medium:100_100_1?", directory.file("tiny.txt"), "-j", "1"};
  const RunResult result = solve(specs);
  EXPECT_EQ(result.exit_code, 0) << result;
  const auto lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 5U) << result;
  EXPECT_THAT(lines[0], MatchesRegex("instance +n +value +bound +gap +best known +to best known "
                                     "+found after +time"));
  EXPECT_THAT(lines[1], MatchesRegex("medium:100_25_1 +100 +18558 +[0-9]+ .* 18558 +0 % .*s"));
  EXPECT_THAT(lines[2], MatchesRegex("medium:100_100_10 +100 +193262 +[0-9]+ .* 193262 +0 % .*s"));
  EXPECT_THAT(lines[3], MatchesRegex("tiny +3 +35 .* - +- .*s"));
  EXPECT_THAT(
      lines[4],
      MatchesRegex(
          "best known value reached on 2 of 2; [0-9] proven optimal(, [0-9] more "
          "known to be optimal)?; best found after .*s on average, .*s at most; .*s in all"));
  Words verbose = specs;
  verbose.push_back("-v");
  const RunResult pages = solve(verbose);
  EXPECT_THAT(pages.out, StartsWith("medium:100_25_1\n  value        18558, "));
  EXPECT_THAT(pages.out, HasSubstr("\n\ntiny\n  value        35, proven optimal\n"));
  EXPECT_THAT(pages.out, HasSubstr("\n\ninstance "));
}

TEST(Solve, WritesAGapOfEverythingAs100Percent) {
  const RunResult result = solve({"-", "-t", "0", "-q"}, tiny);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("\n  value        0\n"));
  EXPECT_THAT(result.out, HasSubstr(", gap 100 %\n"));
}

// --- the record ----------------------------------------------------------------------------------

TEST(Solve, WritesTheRecordAsDocumented) {
  const RunResult result = solve({"medium:100_25_1", "--json", "-", "-m", "sa", "--sweeps", "100",
                                  "--seed", "7", "-j", "2", "--reads", "5"});
  ASSERT_EQ(result.exit_code, 0) << result;
  ASSERT_EQ(lines_of(result.out).size(), 1U);
  EXPECT_EQ(result.err, "");
  const ordered_json record = ordered_json::parse(result.out);
  EXPECT_EQ(keys_of(record), (Words{"spinsack",
                                    "instance",
                                    "n",
                                    "method",
                                    "parameters",
                                    "seed",
                                    "threads",
                                    "value",
                                    "weight",
                                    "capacity",
                                    "feasible",
                                    "upper_bound",
                                    "gap",
                                    "proven_optimal",
                                    "best_known",
                                    "gap_to_best_known",
                                    "items",
                                    "seconds",
                                    "time_to_best",
                                    "trace",
                                    "work",
                                    "stopped_by"}));
  for (const char* key : {"spinsack", "instance", "method", "stopped_by"})
    EXPECT_TRUE(record.at(key).is_string()) << key;
  for (const char* key :
       {"n", "seed", "threads", "value", "weight", "capacity", "upper_bound", "best_known"})
    EXPECT_TRUE(record.at(key).is_number_integer()) << key;
  for (const char* key : {"gap", "gap_to_best_known", "time_to_best"})
    EXPECT_TRUE(record.at(key).is_number()) << key;
  for (const char* key : {"feasible", "proven_optimal"})
    EXPECT_TRUE(record.at(key).is_boolean()) << key;
  EXPECT_EQ(record.at("instance"), "medium:100_25_1");
  EXPECT_EQ(record.at("n"), 100);
  EXPECT_EQ(record.at("seed"), 7);
  EXPECT_EQ(record.at("threads"), 2);
  EXPECT_EQ(record.at("capacity"), 669);
  EXPECT_EQ(record.at("best_known"), 18558);
  // Parameters that were not typed are there too.
  EXPECT_EQ(record.at("parameters").at("sweeps"), 100);
  EXPECT_EQ(record.at("parameters").at("reads"), 5);
  EXPECT_EQ(record.at("parameters").at("encoding"), "auto");
  EXPECT_EQ(record.at("parameters").at("lambda"), "auto");
  EXPECT_EQ(record.at("parameters").at("post"), "repair+fill+exchange");
  for (const char* part : {"read", "formulate", "machine", "repair", "improve", "total"})
    EXPECT_TRUE(record.at("seconds").at(part).is_number()) << part;
  EXPECT_EQ(keys_of(record.at("work")), (Words{"sweeps", "visits", "flips"}));
  EXPECT_EQ(record.at("work").at("sweeps"), 500);
  for (const auto& item : record.at("items")) EXPECT_TRUE(item.is_number_integer());
  ASSERT_FALSE(record.at("trace").empty());
  for (const auto& point : record.at("trace")) {
    ASSERT_EQ(point.size(), 2U);
    EXPECT_TRUE(point[0].is_number());
    EXPECT_TRUE(point[1].is_number_integer());
  }
  EXPECT_EQ(record.at("trace").back().at(1), record.at("value"));
  EXPECT_EQ(record.at("trace").back().at(0), record.at("time_to_best"));
  EXPECT_EQ(record.at("stopped_by"), "work");
}

TEST(Solve, LeavesOutTheBestKnownValueOfUnknownInstances) {
  const json record = solved("-", {}, tiny);
  EXPECT_EQ(record.at("value"), 35);
  EXPECT_EQ(record.at("items"), (json{0, 1}));
  EXPECT_FALSE(record.contains("best_known"));
  EXPECT_FALSE(record.contains("gap_to_best_known"));
}

TEST(Solve, TellsWhatOnlyTheMethodKnows) {
  const json details = solved("-", {"-m", "dp"}, tiny).at("details");
  EXPECT_EQ(keys_of(details), (Words{"items_at_a_time", "loads_per_set", "table_bytes"}));
  EXPECT_GT(details.at("table_bytes"), 0);
  EXPECT_EQ(details.at("loads_per_set"), 1);
  EXPECT_FALSE(solved("-", {"-m", "greedy"}, tiny).contains("details"));
}

TEST(Solve, NamesTheStagesOfAllMethodsAlike) {
  for (const char* method : {"auto", "lha", "greedy", "mip", "sa"}) {
    if (method == std::string("mip") && !has_spinsack_mip()) continue;
    const json seconds = solved("-", {"-m", method, "-j", "1"}, tiny).at("seconds");
    double sum = 0;
    for (const char* part : {"read", "formulate", "machine", "repair", "improve"}) {
      ASSERT_TRUE(seconds.contains(part)) << method << " " << part;
      EXPECT_GE(seconds.at(part), 0);
      sum += seconds.at(part).get<double>();
    }
    EXPECT_LE(sum, seconds.at("total").get<double>() + 1e-3) << method;
  }
}

TEST(Solve, WritesOneLinePerInstance) {
  const TemporaryDirectory directory;
  directory.write("d.edges", decimals);
  const std::string file = directory.file("out.json");
  const RunResult result =
      solve({"medium:100_25_1", directory.file("d.edges"), "-m", "greedy", "--json", file});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("proven optimal; best found after "));  // the text as well
  const auto records = objects_of(directory.read("out.json"));
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[0].at("instance"), "medium:100_25_1");
  EXPECT_EQ(records[1].at("instance"), "d#1");
  EXPECT_EQ(records[3].at("instance"), "d#3");
  EXPECT_EQ(records[3].at("value"), 3.75);
  const RunResult printed =
      solve({"medium:100_25_1", directory.file("d.edges"), "-m", "greedy", "--json", "-"});
  EXPECT_EQ(objects_of(printed.out).size(), 4U);
}

TEST(Solve, WritesLinesAsTheyAreFound) {
  const TemporaryDirectory directory;
  const RunResult result =
      shell_run(shell_waits +
                    "spinsack solve 'large:*' -t 0.3 -q --json out.json > /dev/null & p=$!; "
                    "await_lines $p out.json 2; kill -9 $p; wait $p 2> /dev/null; echo $?",
                directory.path());
  EXPECT_EQ(result.out, "137\n") << result;
  const std::string text = directory.read("out.json");
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text.back(), '\n');
  const auto records = objects_of(text);
  EXPECT_GE(records.size(), 2U);
  EXPECT_LT(records.size(), 80U);
  for (const json& record : records) EXPECT_EQ(record.at("feasible"), true);
}

TEST(Solve, KeepsTheItemsForVerify) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("items.txt");
  const RunResult result = solve({"medium:100_25_1", "-q", "--solution", file});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("  value        18558, "));
  const RunResult judge = spinsack_run({"verify", "medium:100_25_1", file});
  EXPECT_EQ(judge.exit_code, 0) << judge;
  EXPECT_THAT(judge.out, HasSubstr("18558"));
  const RunResult printed = solve({"-", "--solution", "-"}, tiny);
  EXPECT_THAT(printed.out, MatchesRegex("# spinsack .*: tiny, value 35, weight 5 of 5\n0\n1\n"));
}

// Records without times and the number of threads, and their traces apart.
struct Timeless {
  std::string records;
  std::string traces;
};

Timeless timeless(const std::string& text) {
  Timeless kept;
  for (const std::string& line : lines_of(text)) {
    ordered_json record = ordered_json::parse(line);
    for (auto& point : record.at("trace")) point.erase(point.begin());
    kept.traces += record.at("instance").dump() + record.at("trace").dump() + "\n";
    for (const char* key : {"seconds", "time_to_best", "trace", "threads"}) record.erase(key);
    kept.records += record.dump() + "\n";
  }
  return kept;
}

void expect_same_for_any_threads(const Words& words) {
  SCOPED_TRACE(words.front() + " " + words.back());
  Timeless first;
  for (const char* threads : {"1", "2", "3", "5"}) {
    Words all = words;
    all.insert(all.end(), {"--json", "-", "-j", threads});
    const RunResult result = solve(all);
    ASSERT_EQ(result.exit_code, 0) << result;
    const Timeless now = timeless(result.out);
    if (first.records.empty()) first = now;
    EXPECT_EQ(now.records, first.records) << threads << " threads";
    EXPECT_EQ(now.traces, first.traces) << threads << " threads";
  }
}

TEST(Solve, GivesTheSameBytesForAnyThreadsApartFromTimes) {
  expect_same_for_any_threads({"medium:200_100_3", "-m", "sa", "--sweeps", "50", "--reads", "20"});
  expect_same_for_any_threads({"medium:100_25_3", "-m", "sb", "--steps", "100", "--post", "none"});
  expect_same_for_any_threads({"medium:100_25_3", "-m", "greedy"});
}

// Read k has its own strength, number of items and load, whichever thread it falls to.
TEST(Solve, GivesTheSameBytesForAnyThreadsWhereReadsTakeTurns) {
  for (const char* encoding : {"auto", "binary", "hyperplane", "lagrange"})
    expect_same_for_any_threads({"medium:100_25_3", "-m", "sa", "--sweeps", "20", "--reads", "21",
                                 "--lambda", "auto", "--encoding", encoding});
}

// Walkers improve side by side, several times per round.
TEST(Solve, GivesTheSameBytesForAnyThreadsOfWalkers) {
  expect_same_for_any_threads({"medium:100_25_*"});
  expect_same_for_any_threads({"large:1000_25_10", "-m", "lha", "--patience", "1"});
}

TEST(Solve, GivesTheSameBytesForAnyThreadsWhereATargetEnds) {
  expect_same_for_any_threads({"large:1000_75_5", "--target", "best-known"});
  expect_same_for_any_threads(
      {"medium:100_25_2", "-m", "sa", "--sweeps", "50", "--target", "best-known"});
}

// --- methods and their parameters ----------------------------------------------------------------

TEST(Solve, RunsEveryMethod) {
  for (const char* method : {"auto", "lha"}) {
    const json record = solved("medium:100_25_3", {"-m", method});
    EXPECT_EQ(record.at("value"), 3752) << method;
    EXPECT_EQ(record.at("method"), method);
  }
  EXPECT_EQ(solved("medium:100_25_3", {"-m", "greedy"}).at("value"), 3702);
  if (has_spinsack_mip()) {
    EXPECT_GE(solved("medium:100_25_3", {"-m", "mip", "--nodes", "0"}).at("value"), 3702);
  }
  // A step of da and tabu is a flip, a step of sb moves all variables, and a sweep visits all.
  for (const auto& [method, flag, effort] :
       std::vector<std::array<const char*, 3>>{{"sa", "--sweeps", "50"},
                                               {"pt", "--sweeps", "50"},
                                               {"sqa", "--sweeps", "50"},
                                               {"sb", "--steps", "50"},
                                               {"da", "--steps", "2000"},
                                               {"tabu", "--steps", "1000"}}) {
    const json record = solved("medium:100_25_3", {"-m", method, "--reads", "2", flag, effort});
    EXPECT_EQ(record.at("method"), method);
    EXPECT_GE(record.at("value"), 3400) << method;
    EXPECT_LE(record.at("value"), 3752) << method;
  }
}

TEST(Solve, TakesEveryEncoding) {
  for (const char* encoding :
       {"binary", "unary", "hybrid", "onehot", "offset", "lagrange", "unbalanced", "hyperplane"}) {
    const json record =
        solved("medium:100_25_3", {"-m", "sa", "--encoding", encoding, "--sweeps", "100"});
    EXPECT_GE(record.at("value"), 3400) << encoding;
    EXPECT_EQ(record.at("parameters").at("encoding"), encoding);
  }
  // Strengths that pin the load to the capacity of 5 less the offset.
  for (const auto& [offset, value] : {std::pair{0, 35}, {1, 30}, {5, 0}}) {
    const json pinned = solved("-",
                               {"-m", "sa", "--encoding", "offset", "--offset",
                                std::to_string(offset), "--lambda", "16", "--post", "none"},
                               tiny);
    EXPECT_EQ(pinned.at("parameters").at("offset"), offset);
    EXPECT_EQ(pinned.at("value"), value);
  }
}

TEST(Solve, PostProcessesTheSameSamplesInEveryWay) {
  const auto value = [](const char* post) {
    const json record = solved("medium:100_25_3", {"-m", "sa", "--schedule", "paper", "--sweeps",
                                                   "500", "--lambda", "2^-6..2^7", "--post", post});
    EXPECT_EQ(record.at("parameters").at("post"), post);
    return record.at("value").get<int>();
  };
  const int none = value("none");
  const int repaired = value("repair");
  const int filled = value("repair+fill");
  const int complete = value("repair+fill+exchange");
  const int improved = value("fill+exchange");
  EXPECT_GT(none, 0);
  EXPECT_GE(repaired, none);
  EXPECT_GE(filled, repaired);
  EXPECT_GE(complete, filled);
  EXPECT_GE(improved, none);
  EXPECT_GE(complete, improved);
  EXPECT_LE(complete, 3752);
}

TEST(Solve, RunsAllReadsAtEveryStrength) {
  const auto sweeps = [](const char* lambda) {
    const json record = solved("medium:100_25_1", {"-m", "sa", "--lambda", lambda, "--sweeps", "20",
                                                   "--reads", "3", "-j", "1"});
    EXPECT_EQ(record.at("parameters").at("lambda").dump().find("null"), std::string::npos);
    EXPECT_GE(record.at("value"), 17000) << lambda;
    return record.at("work").at("sweeps").get<int>();
  };
  EXPECT_EQ(sweeps("2^-6..2^7"), 14 * 3 * 20);
  EXPECT_EQ(sweeps("scale:1..3"), 3 * 3 * 20);
  EXPECT_EQ(sweeps("scale:2"), 3 * 20);
  EXPECT_EQ(sweeps("regression"), 3 * 20);
  EXPECT_EQ(sweeps("auto"), 3 * 20);
  EXPECT_EQ(sweeps("2^-3"), 3 * 20);
  EXPECT_EQ(sweeps("0.3"), 3 * 20);
}

// --- when to stop --------------------------------------------------------------------------------

TEST(Solve, StopsAtTheTarget) {
  for (const char* method : {"auto", "sa"}) {
    const json best = solved("medium:100_25_2", {"-m", method, "--target", "best-known"});
    EXPECT_EQ(best.at("value"), 56525);
    EXPECT_EQ(best.at("stopped_by"), "target") << method;
  }
  const json number = solved("medium:100_25_1", {"--target", "18000"});
  EXPECT_GE(number.at("value"), 18000);
  EXPECT_EQ(number.at("stopped_by"), "target");
  const json missed = solved("medium:100_25_1", {"--target", "20000"});
  EXPECT_EQ(missed.at("value"), 18558);
  EXPECT_EQ(missed.at("stopped_by"), "work");

  const std::string decimal = "2 3 float\n0 0 1.25\n0 1 0.5\n1 1 2\n0.5 1.25\n9\n";
  for (const char* target : {"3.75", "3.7", "1"})
    EXPECT_EQ(solved("-", {"--target", target}, decimal).at("stopped_by"), "target") << target;
  EXPECT_EQ(solved("-", {"--target", "3.76"}, decimal).at("stopped_by"), "work");
}

TEST(Solve, AnswersAtOnceWhereThereIsNoTime) {
  const json none = solved("large:2000_25_1", {"-t", "0"});
  EXPECT_EQ(none.at("stopped_by"), "time");
  EXPECT_EQ(none.at("feasible"), true);
  const json little = solved("large:2000_25_1", {"-t", "0.05"});
  EXPECT_EQ(little.at("stopped_by"), "time");
  EXPECT_EQ(little.at("feasible"), true);
  EXPECT_GE(little.at("time_to_best"), 0);
}

TEST(Solve, LeavesTheAnswerBehindWhenInterrupted) {
  const TemporaryDirectory directory;
  for (const char* signal : {"INT", "TERM"}) {
    // Of three instances, the first is not ready when the signal comes.
    const RunResult result = shell_run(
        shell_waits +
            "spinsack solve large:1000_25_1 large:1000_25_2 large:1000_25_3 -m ihea -t 1e6 -q "
            "--json out.json > page.txt & p=$!; await_work $p; kill -" +
            signal + " $p; wait $p; echo $?",
        directory.path());
    ASSERT_EQ(result.out, "0\n") << result;
    const auto records = objects_of(directory.read("out.json"));
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].at("stopped_by"), "interrupt");
    EXPECT_EQ(records[0].at("instance"), "large:1000_25_1");
    // A moment for a bound worth having; a busy machine can only lengthen it.
    EXPECT_GE(records[0].at("seconds").at("bound"), 0.01);
    const std::string page = directory.read("page.txt");
    EXPECT_THAT(page, StartsWith("large:1000_25_1\n  value "));
    EXPECT_THAT(page, HasSubstr("stopped by interrupt\n"));
    const RunResult judge =
        spinsack_run({"verify", "large:1000_25_1", directory.file("out.json"), "-q"});
    EXPECT_EQ(judge.exit_code, 0) << judge;
  }
}

}  // namespace
}  // namespace spinsack::test
