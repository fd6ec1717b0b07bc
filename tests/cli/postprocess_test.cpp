// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"

#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::json;

// Everything, nothing, and the optimum, which was seen twice. With slack columns behind the items.
const std::string samples = "x0,x1,x2,y0,num_occurrences\n1,1,1,0,1\n0,0,0,1,1\n1,1,0,0,2\n";

class PostprocessTest : public testing::Test {
 protected:
  PostprocessTest() {
    directory.write("tiny.txt", tiny);
    directory.write("samples.csv", samples);
  }
  RunResult run_on(std::vector<std::string> arguments, const std::string& input = {}) const {
    arguments.insert(arguments.begin(), "postprocess");
    return spinsack_run(arguments, input, directory.path());
  }
  std::vector<Json> lines(const std::vector<std::string>& arguments) const {
    const RunResult result = run_on(arguments);
    EXPECT_EQ(result.exit_code, 0) << result;
    std::vector<Json> objects;
    for (const std::string& line : lines_of(result.out)) objects.push_back(Json::parse(line));
    return objects;
  }

  TemporaryDirectory directory;
};

TEST_F(PostprocessTest, TellsHowTheStepsChangeTheSamples) {
  // Repair leaves item 2 of the first sample, and fill puts it into the second; nothing fits beside it.
  const RunResult result = run_on({"tiny.txt", "samples.csv"});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(without_times(result.out),
            "tiny\n"
            "  3 samples, 4 reads, 4 variables for 3 items\n"
            "\n"
            "  step      feasible  best   mean\n"
            "  raw        75.00 %    35  23.33\n"
            "  repair    100.00 %    35  25.00\n"
            "  fill      100.00 %    35  32.50\n"
            "  exchange  100.00 %    35  32.50\n"
            "\n"
            "  sample  times         raw  repair  fill  exchange  load\n"
            "       2      2          35      35    35        35     5\n"
            "       0      1  72, 4 over      30    30        30     4\n"
            "       1      1           0       0    30        30     4\n"
            "\n");
}

TEST_F(PostprocessTest, NewStepsGoFurther) {
  const RunResult result =
      run_on({"tiny.txt", "samples.csv", "--post", "repair+fill+exchange+exchange-1-2"});
  EXPECT_THAT(result.out, HasSubstr("\n  exchange-1-2  100.00 %    35  35.00\n")) << result;
}

TEST_F(PostprocessTest, GivesEveryStepAsJson) {
  const std::vector<Json> objects =
      lines({"tiny.txt", "samples.csv", "--post", "fill+repair", "--json", "-"});
  ASSERT_EQ(objects.size(), 3U);
  const Json& first = objects[0];
  EXPECT_EQ(first["instance"], "tiny");
  EXPECT_EQ(first["n"], 3);
  EXPECT_EQ(first["capacity"], 5);
  EXPECT_EQ(first["post"], "fill+repair");
  EXPECT_EQ(first["sample"], 0);
  EXPECT_EQ(first["occurrences"], 1);
  EXPECT_EQ(first["value"], 30);
  EXPECT_EQ(first["weight"], 4);
  EXPECT_EQ(first["violation"], 0);
  EXPECT_EQ(first["feasible"], true);
  EXPECT_EQ(first["items"], Json::parse("[2]"));
  ASSERT_EQ(first["steps"].size(), 3U);
  Json raw = first["steps"][0];
  EXPECT_TRUE(raw["seconds"].is_number());
  raw.erase("seconds");
  EXPECT_EQ(raw, Json::parse(R"({"step":"raw","value":72,"weight":9,"violation":4,)"
                             R"("feasible":false})"));
  EXPECT_EQ(first["steps"][1]["step"], "fill");
  EXPECT_EQ(first["steps"][1]["skipped"], true);
  EXPECT_EQ(first["steps"][2]["step"], "repair");
  EXPECT_FALSE(first["steps"][2].contains("skipped"));
  EXPECT_EQ(objects[2]["occurrences"], 2);
  EXPECT_FALSE(first.contains("energy"));
  EXPECT_FALSE(first.contains("best_known"));
}

TEST_F(PostprocessTest, JsonLinesPassVerification) {
  const RunResult result = shell_run(
      "spinsack postprocess tiny.txt samples.csv -q --json lines.json && "
      "spinsack verify tiny.txt lines.json",
      directory.path());
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(lines_of(result.out).back(), "verified");
}

TEST_F(PostprocessTest, WritesTheBestSolution) {
  const RunResult result =
      run_on({"tiny.txt", "samples.csv", "-q", "--solution", "best.txt", "--post", "none"});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.out, "");
  const std::vector<std::string> lines = lines_of(directory.read("best.txt"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_THAT(lines[0], HasSubstr(": tiny, value 35, weight 5 of 5"));
  EXPECT_EQ(lines[1], "# sample 2 after --post none");
  EXPECT_EQ(lines[2] + lines[3], "01");
  EXPECT_EQ(spinsack_run({"verify", "tiny.txt", "best.txt"}, {}, directory.path()).exit_code, 0);
}

TEST_F(PostprocessTest, WithoutAFeasibleSampleThereIsNoSolution) {
  const RunResult result =
      run_on({"tiny.txt", "-", "--post", "none", "--solution", "best.txt"}, "111\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(lines_of(result.err).at(0),
            "spinsack postprocess: --solution: no sample is feasible after --post none; the step "
            "repair makes all feasible");
  EXPECT_THAT(result.out, HasSubstr("  raw     0.00 %     -     -\n"));
  EXPECT_THAT(directory.names(), ElementsAre("samples.csv", "tiny.txt"));
}

TEST_F(PostprocessTest, KnowsTheBestKnownValue) {
  const RunResult text = run_on({"medium:100_25_1", "-"}, std::string(100, '1') + "\n");
  EXPECT_THAT(text.out, HasSubstr("  below best known\n")) << text;
  const RunResult json =
      run_on({"medium:100_25_1", "-", "--json", "-"}, std::string(100, '1') + "\n");
  const Json object = Json::parse(json.out);
  EXPECT_EQ(object["best_known"], 18558);
  EXPECT_EQ(object["gap_to_best_known"], (18558 - object["value"].get<double>()) / 18558);
}

// The whole way through a file for a machine: all states of the model, decoded by its map, contain the
// optimum where it belongs; for the anchor of Gset, either way up.
TEST_F(PostprocessTest, DecodesWithTheMap) {
  for (const std::string model : {"m.coo", "m.bqm", "m.qubo", "m.gset"}) {
    ASSERT_EQ(
        spinsack_run({"formulate", "tiny.txt", "-q", "-o", model}, {}, directory.path()).exit_code,
        0);
    const Json map = Json::parse(directory.read(model + ".map.json"));
    const auto size = map["size"].get<std::size_t>();
    std::string states;
    for (std::size_t number = 0; number < std::size_t{1} << size; ++number) {
      for (std::size_t v = 0; v < size; ++v) states += (number >> v & 1) != 0 ? '1' : '0';
      states += '\n';
    }
    directory.write("states.txt", states);
    const std::vector<Json> objects = lines(
        {"tiny.txt", "states.txt", "--map", model + ".map.json", "--post", "none", "--json", "-"});
    ASSERT_EQ(objects.size(), std::size_t{1} << size);
    // Items 0 and 1: bits 110...; or, relative to an anchor of 0, their complement.
    const std::size_t code = 3;
    const bool anchored = map["variables"].back().contains("anchor");
    const std::size_t up = anchored ? std::size_t{1} << (size - 1) : 0;
    EXPECT_EQ(objects[code + up]["items"], Json::parse("[0,1]")) << model;
    if (anchored) {
      EXPECT_EQ(objects[4]["items"], Json::parse("[0,1]")) << model;
    }
  }
}

TEST_F(PostprocessTest, RefusesWhatDoesNotBelongTogether) {
  ASSERT_EQ(
      spinsack_run({"formulate", "tiny.txt", "-q", "-o", "m.bqm"}, {}, directory.path()).exit_code,
      0);
  const auto message = [&](const std::vector<std::string>& arguments, const std::string& input) {
    const RunResult result = run_on(arguments, input);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, "");
    return lines_of(result.err).at(0);
  };
  EXPECT_EQ(message({"tiny.txt", "-"}, "01\n"),
            "standard input: expected samples of at least 3 variables, one per item, found 2");
  EXPECT_EQ(message({"tiny.txt", "-", "--map", "m.bqm.map.json"}, "0110\n"),
            "standard input: expected samples of 6 variables as in m.bqm.map.json, found 4");
  directory.write("other.txt", "other\n3\n10 20 30\n5 0\n7\n\n0\n6\n2 3 4\n");
  EXPECT_EQ(message({"other.txt", "-", "--map", "m.bqm.map.json"}, "011000\n"),
            "m.bqm.map.json: expected the map of an instance with the numbers of 'other', found "
            "that of 'tiny' with 3 items");
  EXPECT_EQ(message({"tiny.txt", "-"}, "0121\n"), "standard input:1:3: expected 0 or 1, found '2'");
  EXPECT_EQ(message({"tiny.txt", "-"}, "[[0,1,0],[0,2,0]]\n"),
            "standard input:1:13: expected 0 or 1, found '2'");
  EXPECT_EQ(message({"tiny.txt", "missing.csv"}, ""),
            "missing.csv: cannot open: No such file or directory");
  EXPECT_EQ(
      message({"-", "-"}, ""),
      "spinsack postprocess: standard input can be read only once: name a file for one of the two");
  EXPECT_EQ(
      message({"tiny.txt", "samples.csv", "--json", "-", "--solution", "-"}, ""),
      "spinsack postprocess: standard output can be used only once: name a file for --json or "
      "--solution");
  EXPECT_THAT(message({"tiny.txt", "samples.csv", "--post", "repair+fil"}, ""),
              HasSubstr("unknown step 'fil'; did you mean 'fill'?"));
}

TEST_F(PostprocessTest, TakesCompressedSamplesAndPipes) {
  const RunResult result = shell_run(
      "gzip samples.csv && spinsack postprocess tiny.txt samples.csv.gz --json a.json -q && "
      "zcat samples.csv.gz | spinsack postprocess tiny.txt - --solution - --post none",
      directory.path());
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(lines_of(result.out).size(), 4U);
  EXPECT_EQ(lines_of(directory.read("a.json")).size(), 3U);
}

TEST_F(PostprocessTest, PrintsDecimalsInTheUnitsOfTheFile) {
  directory.write("d.edges", decimals);
  // Both items: 1.25 + 0.5 + 2 = 3.75 and weight 0.5 + 1.25 = 1.75, 0.25 too much for the first capacity.
  const RunResult result = run_on({"d.edges#1", "-", "--post", "none"}, "11\n01\n");
  EXPECT_THAT(result.out, HasSubstr("3.75, 0.25 over")) << result;
  EXPECT_THAT(result.out, HasSubstr("  raw    50.00 %     2  2.00\n")) << result;
}

}  // namespace
}  // namespace spinsack::test
