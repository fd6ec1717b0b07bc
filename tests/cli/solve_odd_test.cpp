// SPDX-License-Identifier: Apache-2.0
// Instances that are odd, and what is refused.
#include "cli/solve_support.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace spinsack::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

// An instance in the layout of the literature.
std::string instance_text(const std::string& profits, const std::vector<std::string>& pairs,
                          const std::string& capacity, const std::string& weights) {
  const auto n = 1 + std::count(profits.begin(), profits.end(), ' ');
  std::string text = "given\n" + std::to_string(n) + "\n" + profits + "\n";
  for (const std::string& row : pairs) text += row + "\n";
  return text + "\n0\n" + capacity + "\n" + weights + "\n";
}

// --- odd instances -------------------------------------------------------------------------------

TEST(SolveOdd, AnswersTheExtremes) {
  struct Case {
    const char* what;
    std::string text;
    double value;
  };
  const std::vector<Case> cases{
      {"capacity 0", instance_text("10 20 30", {"5 0", "7"}, "0", "2 3 4"), 0},
      {"capacity above the total", instance_text("10 20 30", {"5 0", "7"}, "500", "2 3 4"), 72},
      {"capacity equal to the total", instance_text("10 20 30", {"5 0", "7"}, "9", "2 3 4"), 72},
      {"capacity below every weight", instance_text("10 20 30", {"5 0", "7"}, "1", "2 3 4"), 0},
      {"one item that fits", instance_text("10", {}, "5", "2"), 10},
      {"one item that does not", instance_text("10", {}, "1", "2"), 0},
      {"no profits", instance_text("0 0 0", {"0 0", "0"}, "5", "2 3 4"), 0},
      {"equal weights", instance_text("1 2 3", {"10 0", "1"}, "6", "3 3 3"), 13},
      {"duplicates", instance_text("5 5 5 5 5", {"1 1 1 1", "1 1 1", "1 1", "1"}, "7", "2 2 2 2 2"),
       18},
      {"ties", instance_text("1 1 1 1", {"4 0 0", "0 0", "4"}, "4", "2 2 2 2"), 6},
      {"negative profits", instance_text("-10 20 -30", {"5 -10", "7"}, "5", "2 3 4"), 20},
      {"nothing pays", instance_text("-10 -20 -30", {"-5 -10", "-7"}, "5", "2 3 4"), 0},
      {"a pair pays for its items", instance_text("-5 -5 1", {"20 0", "0"}, "5", "2 3 4"), 10},
      {"decimals", "2 3 float\n0 0 1.25\n0 1 0.5\n1 1 2\n0.5 1.25\n1.5\n", 2},
  };
  const TemporaryDirectory directory;
  Words words;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    directory.write(std::to_string(c), cases[c].text);
    words.push_back(directory.file(std::to_string(c)));
  }
  std::vector<std::string> records(cases.size());
  for (const char* method : {"auto", "lha", "greedy", "mip", "sa"}) {
    if (method == std::string("mip") && !has_spinsack_mip()) continue;
    Words all = words;
    all.insert(all.end(), {"-m", method, "-j", "1", "--json", "-"});
    const RunResult result = solve(all);
    ASSERT_EQ(result.exit_code, 0) << result;
    const auto lines = lines_of(result.out);
    ASSERT_EQ(lines.size(), cases.size());
    for (std::size_t c = 0; c < cases.size(); ++c) {
      SCOPED_TRACE(std::string(cases[c].what) + " by " + method);
      const json record = json::parse(lines[c]);
      const double value = record.at("value");
      const bool heuristic = method == std::string("greedy") || method == std::string("sa");
      if (!heuristic || record.at("proven_optimal") == true) {
        EXPECT_EQ(value, cases[c].value);
      }
      EXPECT_LE(value, cases[c].value);
      EXPECT_GE(value, 0);
      EXPECT_GE(record.at("upper_bound"), cases[c].value);
      records[c] += lines[c] + "\n";
    }
  }
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const RunResult judge = spinsack_run({"verify", words[c], "-"}, records[c]);
    EXPECT_EQ(judge.exit_code, 0) << cases[c].what << "\n" << judge;
  }
}

TEST(SolveOdd, TakesNumbersThatFillTheWord) {
  const std::string text =
      instance_text("1000000000000 1 1", {"0 0", "0"}, "5000000000", "5000000000 1 1");
  EXPECT_EQ(solved("-", {}, text).at("value"), 1000000000000);
  // Squares of such weights are beyond double precision, but what a machine returns is judged exactly.
  for (const char* encoding : {"binary", "hyperplane"})
    EXPECT_EQ(solved("-", {"-m", "sa", "--encoding", encoding}, text).at("value"), 1000000000000)
        << encoding;
}

// --- what is refused -----------------------------------------------------------------------------

std::string refusal(const Words& words, const std::string& input = tiny) {
  const RunResult result = solve(words, input);
  EXPECT_EQ(result.exit_code, 1) << result;
  EXPECT_EQ(result.out, "");
  const auto lines = lines_of(result.err);
  return lines.empty() ? "" : lines.front();
}

TEST(SolveOdd, RefusesUnknownMethodsAndParameters) {
  EXPECT_EQ(refusal({"-", "-m", "gredy"}),
            "spinsack solve: unknown method 'gredy'; did you mean 'greedy'? known: auto, lha, "
            "greedy, dp, grasp, iqiea, ihea, qkbp, window-ils, exact, mip, machine, sa, pt, sqa, "
            "sb, da, tabu, potts-machine, external, potts, moh");
  EXPECT_EQ(refusal({"-", "-m", "lha", "--reads", "3"}),
            "spinsack solve: method 'lha': unknown parameter 'reads'; known: sweeps, walkers, "
            "patience, stiffness, reheat-after");
  EXPECT_EQ(refusal({"-", "-m", "greedy", "--sweeps", "3"}),
            "spinsack solve: method 'greedy': unknown parameter 'sweeps'; known: variant");
  EXPECT_EQ(refusal({"-", "--lambda", "3"}),
            "spinsack solve: --lambda: method 'auto' has no parameters");
  EXPECT_THAT(refusal({"-", "-m", "sa", "--walkers", "3"}),
              HasSubstr("unknown parameter 'walkers'; known: reads, encoding,"));
  EXPECT_THAT(refusal({"-", "-m", "sa", "--encoding", "binary", "--offset", "3"}),
              HasSubstr("unknown parameter 'offset'; known: "));
  EXPECT_EQ(refusal({"-", "--xylophone", "3"}), "spinsack solve: unknown flag '--xylophone'");
}

TEST(SolveOdd, RefusesBadParametersOfMachines) {
  const auto lambda = [](const char* text) { return refusal({"-", "-m", "sa", "--lambda", text}); };
  for (const char* bad :
       {"x", "2^7..2^-6", "2^x", "2^-6..7", "scale:0", "scale:3..1", "scale:", "1..3", "2^2000"})
    EXPECT_EQ(lambda(bad),
              std::string("spinsack solve: --lambda: expected a number > 0, a power of two such as "
                          "2^-3, a range such as 2^-6..2^7, scale:3, scale:1..20, regression, "
                          "vlm, momc, moc, ub or auto, found '") +
                  bad + "'");
  EXPECT_EQ(lambda("0"),
            "spinsack solve: --lambda: expected a rule that gives numbers > 0, found '0', which "
            "gives 0");
  EXPECT_EQ(lambda("-1"),
            "spinsack solve: --lambda: expected a rule that gives numbers > 0, found '-1', which "
            "gives -1");
  EXPECT_EQ(lambda("inf"),
            "spinsack solve: --lambda: expected a rule that gives numbers > 0, found 'inf', which "
            "gives inf");
  const std::string steps =
      "known: prune, repair, fill, exchange, exchange-1-2, exchange-2-1, exchange-2-2, "
      "gain-exchange, price-exchange, hyperplane";
  EXPECT_EQ(refusal({"-", "-m", "sa", "--post", "repiar"}),
            "spinsack solve: unknown step 'repiar'; did you mean 'repair'? " + steps);
  EXPECT_EQ(refusal({"-", "-m", "sa", "--post", "repair+"}),
            "spinsack solve: unknown step ''; " + steps);
  EXPECT_EQ(refusal({"-", "-m", "sa", "--encoding", "bin"}),
            "spinsack solve: unknown encoding 'bin'; known: binary, unary, hybrid, onehot, offset, "
            "lagrange, unbalanced, hyperplane, native");
  EXPECT_EQ(refusal({"-", "-m", "sa", "--bound", "2.5"}),
            "spinsack solve: --bound: expected 'auto', 'capacity', 'max-weight' or an integer >= "
            "0, found '2.5'");
  EXPECT_EQ(refusal({"-", "-m", "sa", "--reads", "0"}),
            "spinsack solve: --reads: expected an integer in 1..100000000, found '0'");
}

TEST(SolveOdd, RefusesBadRequests) {
  EXPECT_EQ(refusal({"-", "--target", "x"}),
            "spinsack solve: --target: expected a value of 'tiny' with at most 0 decimals, or "
            "best-known, found 'x'");
  EXPECT_EQ(refusal({"-", "--target", "1.5"}),
            "spinsack solve: --target: expected a value of 'tiny' with at most 0 decimals, or "
            "best-known, found '1.5'");
  EXPECT_EQ(refusal({"-", "--target", "best-known"}),
            "spinsack solve: --target: no best known value for 'tiny'");
  EXPECT_EQ(refusal({"-", "-j", "0"}),
            "spinsack solve: --threads: expected an integer in 1..1024, found '0'");
  EXPECT_EQ(refusal({"-", "-t", "-1"}),
            "spinsack solve: --time-limit: expected a number in 0..1000000000, found '-1'");
  EXPECT_EQ(refusal({"-", "-t", "soon"}),
            "spinsack solve: --time-limit: expected a number in 0..1000000000, found 'soon'");
  EXPECT_EQ(refusal({"-", "-s", "-1"}),
            "spinsack solve: --seed: expected an integer in 0..9223372036854775807, found '-1'");
  EXPECT_EQ(refusal({"-", "--json", "-", "--solution", "-"}),
            "spinsack solve: standard output can be used only once: name a file for --json or "
            "--solution");
  const TemporaryDirectory directory;
  EXPECT_EQ(refusal({"medium:100_25_1", "medium:100_25_2", "-m", "greedy", "--solution",
                     directory.file("items.txt")}),
            "spinsack solve: --solution: expected one instance, found several");
  EXPECT_EQ(refusal({"medium:100_25_*", "-m", "greedy", "--solution", directory.file("items.txt")}),
            "spinsack solve: --solution: expected one instance, found several");
}

TEST(SolveOdd, RefusesWhatIsNoInstance) {
  EXPECT_EQ(refusal({"no-such-file"}), "no-such-file: cannot open: No such file or directory");
  EXPECT_EQ(refusal({"."}), ".: cannot read: Is a directory");
  EXPECT_EQ(refusal({"-"}, ""), "standard input:1:1: expected an instance, found an empty file");
  const TemporaryDirectory directory;
  directory.write("empty", "");
  EXPECT_EQ(refusal({directory.file("empty")}),
            directory.file("empty") + ":1:1: expected an instance, found an empty file");
  EXPECT_THAT(refusal({"-"}, "tiny\n3\n10 20 thirty\n"), StartsWith("standard input:3:7: "));
  EXPECT_THAT(refusal({"medium:100_25_11"}),
              StartsWith("spinsack solve: unknown published instance 'medium:100_25_11'; did you "
                         "mean 'medium:100_25_1'?"));
  EXPECT_THAT(refusal({"medium:999*"}),
              StartsWith("spinsack solve: no published instance matches the pattern"));
  EXPECT_THAT(refusal({}), StartsWith("spinsack solve: FILE is missing"));
}

TEST(SolveOdd, LosesNothingWhereTheDiskIsFull) {
  for (const char* flag : {"--json", "--solution"}) {
    const RunResult result = solve({"-", flag, "/dev/full"}, tiny);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.err, StartsWith("/dev/full: "));
  }
}

}  // namespace
}  // namespace spinsack::test
