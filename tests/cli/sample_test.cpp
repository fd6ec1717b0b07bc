// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"
#include "support/shell_waits.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace spinsack::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// x0 + x1 - 3 x0 x1 - 2 x2: the minimum is -3, at 111.
const std::string small = "0 0 1\n1 1 1\n2 2 -2\n0 1 -3\n";

RunResult sample(const std::string& model, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"sample", "-"});
  return spinsack_run(more, model);
}

// A ring of n spins that want to differ, every third coupling stronger.
std::string ring(int n) {
  std::string text = "# vartype=SPIN\n";
  for (int i = 0; i < n; ++i)
    text += std::to_string(i) + " " + std::to_string((i + 1) % n) + " " + (i % 3 == 0 ? "2" : "1") +
            "\n";
  return text;
}

TEST(Sample, FindsTheMinimumAndSaysSo) {
  const RunResult result = sample(small);
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(lines_of(result.out).front(), "standard input");
  EXPECT_THAT(result.out, HasSubstr("coo, 3 variables 0/1, 1 pairs"));
  EXPECT_THAT(result.out, HasSubstr("lowest -3,"));
  EXPECT_THAT(result.out, HasSubstr("      -3     10  111\n"));
  EXPECT_EQ(result.err, "");
}

TEST(Sample, TellsTheCutOfAPublishedGraphBesideTheBestKnown) {
  const RunResult result = spinsack_run({"sample", "gset:G11", "--reads", "1", "--sweeps", "50"});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(lines_of(result.out).front(), "gset:G11");
  EXPECT_THAT(result.out, testing::ContainsRegex("  cut +[0-9]+, best known 564, (gap|reached)"));
}

TEST(Sample, WritesItsOwnJson) {
  const RunResult result =
      sample(small, {"-m", "sa", "--json", "-", "-q", "--seed", "5", "--reads", "7"});
  ASSERT_EQ(result.exit_code, 0) << result;
  ASSERT_EQ(lines_of(result.out).size(), 1U);
  const json object = json::parse(result.out);
  EXPECT_EQ(object.at("variables"), 3);
  EXPECT_EQ(object.at("vartype"), "BINARY");
  EXPECT_EQ(object.at("method"), "sa");
  EXPECT_EQ(object.at("parameters").at("sweeps"), 1000);
  EXPECT_EQ(object.at("seed"), 5);
  EXPECT_EQ(object.at("reads"), 7);
  EXPECT_EQ(object.at("energy"), -3);
  EXPECT_EQ(object.at("stopped_by"), "work");
  EXPECT_EQ(object.at("samples").at(0), (json{{"energy", -3},
                                              {"occurrences", 7},
                                              {"read", 0},
                                              {"again", {1, 2, 3, 4, 5, 6}},
                                              {"bits", "111"}}));
  EXPECT_EQ(object.at("work").at("sweeps"), 7000);
  EXPECT_EQ(object.at("trace").back().at(1), -3);
}

TEST(Sample, CountsEqualSamplesAndPutsTheLowestFirst) {
  const RunResult result = sample(
      ring(9), {"-m", "sa", "--csv", "-", "-q", "--reads", "300", "--sweeps", "3", "--t-end", "1"});
  ASSERT_EQ(result.exit_code, 0) << result;
  const auto lines = lines_of(result.out);
  EXPECT_EQ(lines.front(), "x0,x1,x2,x3,x4,x5,x6,x7,x8,energy,num_occurrences");
  double previous = -1e300;
  int occurrences = 0;
  for (std::size_t l = 1; l < lines.size(); ++l) {
    const std::size_t last = lines[l].rfind(',');
    const std::size_t before = lines[l].rfind(',', last - 1);
    const double energy = std::stod(lines[l].substr(before + 1, last - before - 1));
    EXPECT_GE(energy, previous);
    previous = energy;
    occurrences += std::stoi(lines[l].substr(last + 1));
    EXPECT_EQ(lines[l].find('0') < before, false) << "a spin is -1 or 1: " << lines[l];
  }
  EXPECT_GT(lines.size(), 3U);
  EXPECT_EQ(occurrences, 300);
}

TEST(Sample, WritesTheSampleSetOfDimod) {
  const RunResult result = sample(ring(6), {"--dimod", "-", "-q", "--reads", "5"});
  ASSERT_EQ(result.exit_code, 0) << result;
  const json set = json::parse(result.out);
  EXPECT_EQ(set.at("type"), "SampleSet");
  EXPECT_EQ(set.at("variable_type"), "SPIN");
  EXPECT_EQ(set.at("num_variables"), 6);
  EXPECT_EQ(set.at("variable_labels"), (json{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(set.at("sample_packed"), false);
  const json& data = set.at("sample_data").at("data");
  const json& energies = set.at("vectors").at("energy").at("data");
  ASSERT_EQ(data.size(), set.at("num_rows"));
  ASSERT_EQ(energies.size(), data.size());
  EXPECT_EQ(set.at("sample_data").at("shape"), (json{data.size(), 6}));
  int reads = 0;
  for (std::size_t r = 0; r < data.size(); ++r) {
    double energy = 0;
    for (std::size_t i = 0; i < 6; ++i)
      energy += (i % 3 == 0 ? 2 : 1) * data[r][i].get<int>() * data[r][(i + 1) % 6].get<int>();
    EXPECT_EQ(energies[r], energy);
    reads += set.at("vectors").at("num_occurrences").at("data")[r].get<int>();
  }
  EXPECT_EQ(reads, 5);
}

TEST(Sample, GivesTheSameBytesForAnyThreadsAndInstructionSet) {
  const std::string model = ring(70);
  const auto bytes = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--csv", "-", "-q", "--reads", "12", "--sweeps", "20"});
    return sample(model, more).out;
  };
  const std::string first = bytes({"-j", "1"});
  EXPECT_GT(first.size(), 100U);
  EXPECT_EQ(bytes({"-j", "5"}), first);
  EXPECT_EQ(bytes({"--simd", "scalar"}), first);
  EXPECT_NE(bytes({"--seed", "1"}), first);
}

TEST(Sample, ReadsGraphsAndTellsTheCut) {
  const RunResult result = sample("3 3\n1 2 1\n2 3 1\n1 3 1\n", {"--format", "gset"});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_THAT(result.out, HasSubstr("  cut      2\n"));
}

TEST(Sample, StatesThatRepeatedTermsWereSummed) {
  const RunResult once = sample("0 0 -1\n0 1 2\n1 0 2\n0 0 -1\n");
  EXPECT_EQ(once.exit_code, 0) << once;
  EXPECT_EQ(once.err,
            "standard input: 2 terms are given more than once; repeated terms were summed\n");
  EXPECT_THAT(once.out, HasSubstr("lowest -2,"));
}

TEST(Sample, RunsEverySampler) {
  for (const char* name : {"auto", "sa", "pt", "sqa", "sb", "da", "tabu"}) {
    const RunResult result = sample(small, {"-m", name, "-q", "--json", "-"});
    ASSERT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(json::parse(result.out).at("energy"), -3) << name;
  }
}

TEST(Sample, RefusesWhatMakesNoSense) {
  const auto error = [&](const std::string& model, std::vector<std::string> more) {
    const RunResult result = sample(model, std::move(more));
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, "");
    return lines_of(result.err).front();
  };
  EXPECT_EQ(error("", {}),
            "standard input:1:1: expected a model in one of the formats coo, bqm, "
            "qbsolv, mqlib, bqpjson, gset, qs, mtx, amplify, da, found the end of the file");
  EXPECT_THAT(error("0 0 nan\n", {}), HasSubstr("standard input:1:5: expected a bias"));
  EXPECT_THAT(error("0 0 inf\n", {}), HasSubstr("standard input:1:5: expected a bias"));
  EXPECT_THAT(error("0 0 1e400\n", {}), HasSubstr("standard input:1:5: expected"));
  EXPECT_EQ(error(small, {"-j", "0"}),
            "spinsack sample: --threads: expected an integer in 1..1024, found '0'");
  EXPECT_EQ(error(small, {"-j", "10000"}),
            "spinsack sample: --threads: expected an integer in 1..1024, found '10000'");
  EXPECT_EQ(error(small, {"--reads", "0"}),
            "spinsack sample: --reads: expected an integer in 1..100000000, found '0'");
  EXPECT_EQ(error(small, {"-m", "sa", "--sweeps", "-1"}),
            "spinsack sample: --sweeps: expected an integer in 0..1000000000, found '-1'");
  EXPECT_EQ(error(small, {"-t", "-1"}),
            "spinsack sample: --time-limit: expected a number in 0..1000000000, found '-1'");
  EXPECT_EQ(
      error(small, {"-m", "ssa"}),
      "spinsack sample: unknown sampler 'ssa'; did you mean 'sa'? known: auto, sa, pt, sqa, sb, "
      "da, tabu, external");
  EXPECT_EQ(error(small, {"-m", "pt", "--molten", "3"}),
            "spinsack sample: sampler 'pt': unknown parameter 'molten'; known: sweeps, replicas, "
            "t-hot, t-cold, answer");
  EXPECT_THAT(error(small, {"--simd", "mmx"}), HasSubstr("unknown instruction set 'mmx'"));
  EXPECT_THAT(error(small, {"-m", "sa", "--schedule", "linear"}), HasSubstr("known: auto, paper"));
  EXPECT_THAT(sample("0 0 -1e15\n1 1 -1\n").out, HasSubstr("lowest -1000000000000001"));
}

TEST(Sample, GoesOnWithoutTermsThatDoublePrecisionHasNoRoomFor) {
  // The flip of variable 1 is worth 1 or nothing, that of 0 is worth 10^16.
  const RunResult wide = sample("0 0 -1e16\n1 1 -1\n0 1 0.5\n");
  EXPECT_EQ(wide.exit_code, 0) << wide;
  EXPECT_THAT(wide.err, Not(HasSubstr("too small")));
  EXPECT_THAT(wide.out, HasSubstr(" 11\n"));
  const RunResult dust = sample("0 0 -1000\n1 1 -900\n0 1 1e-17\n");
  EXPECT_EQ(dust.exit_code, 0) << dust;
  EXPECT_THAT(dust.err,
              HasSubstr("a term is too small beside others to matter in double precision; the "
                        "machine works without it, the energies are complete"));
  EXPECT_THAT(dust.out, HasSubstr("lowest -1900"));
}

TEST(Sample, BeginsAtGivenStates) {
  const TemporaryDirectory directory;
  directory.write("model.coo", small);
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"sample", "model.coo"});
    return spinsack_run(arguments, "", directory.path());
  };
  // In any format that samples come in; without work they come back as they were.
  directory.write("rows.txt", "010\n100\n");
  directory.write("table.csv", "x0,x1,x2\n0,1,0\n1,0,0\n");
  directory.write("foreign.json", R"({"samples": [[0, 1, 0], [1, 0, 0]]})");
  const std::string expected = "x0,x1,x2,energy,num_occurrences\n0,1,0,1,2\n1,0,0,1,2\n";
  for (const char* file : {"rows.txt", "table.csv", "foreign.json"}) {
    const RunResult result =
        run({"--start", file, "--sweeps", "0", "--reads", "4", "-q", "--csv", "-"});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, expected) << file;
  }
  // Its own files, and dimod's.
  EXPECT_EQ(run({"-q", "--json", "own.json", "--dimod", "dimod.json"}).exit_code, 0);
  for (const char* file : {"own.json", "dimod.json"}) {
    const RunResult result = run({"--start", file, "--sweeps", "0", "-q", "--csv", "-"});
    EXPECT_THAT(result.out, HasSubstr("1,1,1,-3,10\n")) << result;
  }
}

TEST(Sample, RefusesStartsThatDoNotFit) {
  const TemporaryDirectory directory;
  directory.write("model.coo", small);
  directory.write("short.txt", "01\n");
  directory.write("empty.txt", "");
  directory.write("none.json", R"({"samples": []})");
  directory.write("good.json", R"({"samples": [[0, 1, 0]]})");
  const auto error = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"sample", "model.coo", "--start"});
    const RunResult result = spinsack_run(more, "", directory.path());
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, "");
    return lines_of(result.err).front();
  };
  EXPECT_THAT(error({"short.txt"}),
              HasSubstr("short.txt: expected samples of 3 variables as in model.coo, found 2"));
  EXPECT_THAT(error({"empty.txt"}), HasSubstr("empty.txt:1:1: expected samples"));
  EXPECT_THAT(error({"none.json"}), HasSubstr("none.json: expected at least one sample"));
  EXPECT_THAT(error({"missing.txt"}), HasSubstr("missing.txt"));
  EXPECT_THAT(error({"good.json", "--json", "good.json"}),
              HasSubstr("--json good.json is what --start good.json reads"));
}

// As many reads as the time has room for, if nobody says how many.
TEST(Sample, ATimeLimitAloneIsUsed) {
  for (const char* name : {"auto", "sa", "tabu"}) {
    const RunResult result = sample(small, {"-m", name, "-t", "0.2", "-q", "--json", "-"});
    ASSERT_EQ(result.exit_code, 0) << result;
    const json object = json::parse(result.out);
    EXPECT_EQ(object.at("stopped_by"), "time") << name;
    EXPECT_EQ(object.at("energy"), -3) << name;
  }
}

TEST(Sample, TakesTheSmallestAndTheDisconnected) {
  EXPECT_THAT(sample("0 0 -5\n").out, HasSubstr("lowest -5, mean -5"));
  EXPECT_THAT(sample("7 7 -5\n").out, HasSubstr("8 variables 0/1, 0 pairs"));
  EXPECT_THAT(sample("0 1 -5\n9 9 1\n", {"--sweeps", "0"}).out, HasSubstr("0 sweeps"));
  const RunResult hurried = sample(small, {"-t", "0", "--sweeps", "1e9"});
  EXPECT_EQ(hurried.exit_code, 0) << hurried;
  EXPECT_THAT(hurried.out, HasSubstr("reads    1, 1 different, stopped by time"));
}

TEST(Sample, LeavesTheSamplesBehindWhenInterrupted) {
  const TemporaryDirectory directory;
  directory.write("ring.coo", ring(2000));
  for (const char* signal : {"INT", "TERM"}) {
    const RunResult result =
        shell_run(shell_waits +
                      "spinsack sample ring.coo --sweeps 1e9 --reads 2 -q --json out.json & p=$!; "
                      "await_work $p; kill -" +
                      signal + " $p; wait $p; echo $?; cat out.json",
                  directory.path());
    ASSERT_THAT(result.out, testing::StartsWith("0\n")) << result;
    const json object = json::parse(result.out.substr(2));
    EXPECT_EQ(object.at("stopped_by"), "interrupt");
    EXPECT_EQ(object.at("samples").at(0).at("bits").get<std::string>().size(), 2000U);
  }
}

TEST(Sample, LosesNothingWhereTheDiskIsFull) {
  const RunResult result = sample(small, {"--json", "/dev/full"});
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_THAT(result.err, HasSubstr("/dev/full: "));
}

}  // namespace
}  // namespace spinsack::test
