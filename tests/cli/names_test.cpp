// SPDX-License-Identifier: Apache-2.0
// Instances with item names, in JSON and CSV: the example of the documentation through every command.
#include "cli/cli_support.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

// Weights 2, 3, 4 and capacity 5, as tiny; the optimum is the tent and the stove, 35.
const std::string trip_json = R"({"name": "trip", "capacity": 5,
 "items": [{"name": "tent", "weight": 2, "profit": 10},
           {"name": "gas stove", "weight": 3, "profit": 20},
           {"name": "Bücher", "weight": 4, "profit": 30}],
 "pairs": [["tent", "gas stove", 5], ["gas stove", "Bücher", 7]]}
)";
const std::string items_csv = "name,weight,profit\ntent,2,10\ngas stove,3,20\nBücher,4,30\n";
const std::string pairs_csv = "a,b,profit\ntent,gas stove,5\ngas stove,Bücher,7\n";

class Names : public testing::Test {
 protected:
  Names() {
    directory.write("trip.json", trip_json);
    directory.write("items.csv", items_csv);
    directory.write("pairs.csv", pairs_csv);
  }
  RunResult run_here(std::vector<std::string> arguments, const std::string& input = {}) const {
    return spinsack_run(arguments, input, directory.path());
  }
  std::string output_of(std::vector<std::string> arguments, const std::string& input = {}) const {
    const RunResult result = run_here(std::move(arguments), input);
    EXPECT_EQ(result.exit_code, 0) << result;
    return result.out;
  }
  // Its first line; another one points to the help.
  std::string error_of(std::vector<std::string> arguments, const std::string& input = {}) const {
    const RunResult result = run_here(std::move(arguments), input);
    EXPECT_EQ(result.exit_code, 1) << result;
    return result.err.substr(0, result.err.find('\n'));
  }

  TemporaryDirectory directory;
};

TEST_F(Names, AreOnThePageOfSolve) {
  const std::string page = output_of({"solve", "-q", "trip.json"});
  EXPECT_THAT(page, StartsWith("trip\n  value        35"));
  EXPECT_THAT(page, HasSubstr("\n  chosen       tent, gas stove\n"));
  // Nothing fits, so there is nothing to name.
  EXPECT_THAT(output_of({"solve", "-q", "trip.json", "--capacity", "1"}), Not(HasSubstr("chosen")));
}

TEST_F(Names, OfManyItemsAreCutShort) {
  std::string items = "capacity,1000\nname,weight,profit\n";
  for (int i = 0; i < 100; ++i) items += "item number " + std::to_string(i) + ",1,1\n";
  const std::string page = output_of({"solve", "-q", "-"}, items);
  EXPECT_THAT(page, HasSubstr("chosen       item number 0, item number 1, item number 2,"));
  EXPECT_THAT(page, HasSubstr(" more\n"));
  EXPECT_THAT(page, Not(HasSubstr("item number 99")));
  EXPECT_LT(lines_of(page).size(), 20U);
}

TEST_F(Names, AreInTheJsonOfSolveAndVerified) {
  const std::string line = output_of({"solve", "trip.json", "--json", "-"});
  const Json json = Json::parse(line);
  EXPECT_EQ(json["items"], Json({0, 1}));
  EXPECT_EQ(json["item_names"], Json({"tent", "gas stove"}));
  EXPECT_THAT(output_of({"verify", "trip.json", "-"}, line), HasSubstr("ok  item_names"));

  Json wrong = json;
  wrong["item_names"][1] = "Bücher";
  const RunResult result = run_here({"verify", "trip.json", "-"}, wrong.dump());
  EXPECT_EQ(result.exit_code, 2) << result;
  EXPECT_THAT(result.out, HasSubstr("FAILED  item_names"));

  Json by_name = json;
  by_name["items"] = {"gas stove", "tent"};
  by_name.erase("item_names");
  output_of({"verify", "trip.json", "-"}, by_name.dump());
  by_name["items"] = {"gas stove", "tnet"};
  EXPECT_THAT(run_here({"verify", "trip.json", "-"}, by_name.dump()).out,
              HasSubstr("FAILED  items"));
}

TEST_F(Names, AreInSolutionFilesAndVerified) {
  output_of({"solve", "-q", "trip.json", "--solution", "answer.txt"});
  const std::vector<std::string> lines = lines_of(directory.read("answer.txt"));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1], "0\ttent");
  EXPECT_EQ(lines[2], "1\tgas stove");
  output_of({"verify", "trip.json", "answer.txt"});
  EXPECT_THAT(output_of({"verify", "trip.json", "-"}, "gas stove\ntent\n"),
              HasSubstr("  ok  items   2 items: tent, gas stove  distinct and in range\n"
                        "  ok  value                             35\n"));
  output_of({"verify", "trip.json", "-"}, "0 1\n");
  EXPECT_EQ(
      error_of({"verify", "trip.json", "-"}, "gas stvoe\n"),
      "standard input:1:1: expected the name of an item, found 'gas stvoe'; did you mean 'gas "
      "stove'?");
}

TEST_F(Names, AreInInfo) {
  EXPECT_THAT(output_of({"info", "-q", "trip.json"}),
              HasSubstr("  names        tent, gas stove, Bücher\n"));
  EXPECT_EQ(Json::parse(output_of({"info", "--json", "-", "trip.json"}))["item_names"],
            Json({"tent", "gas stove", "Bücher"}));
}

TEST_F(Names, AreInPostprocess) {
  EXPECT_THAT(output_of({"postprocess", "trip.json", "-"}, "110\n001\n"),
              HasSubstr("\n  best  tent, gas stove\n"));
  const std::string line = output_of({"postprocess", "trip.json", "-", "--json", "-"}, "001\n");
  EXPECT_EQ(Json::parse(line)["item_names"], Json({"Bücher"}));
  output_of({"postprocess", "trip.json", "-", "-q", "--solution", "best.txt"}, "110\n");
  EXPECT_THAT(directory.read("best.txt"), HasSubstr("\n1\tgas stove\n"));
}

TEST_F(Names, TablesAreTheSameInstance) {
  const std::string expected = output_of({"convert", "trip.json", "-", "--to", "edges"});
  const std::vector<std::string> tables{"--pairs", "pairs.csv", "--capacity", "5"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), tables.begin(), tables.end());
    return arguments;
  };
  EXPECT_EQ(output_of(with({"convert", "items.csv", "-", "--to", "edges"})), expected);
  EXPECT_EQ(output_of(with({"convert", "-", "-", "--to", "edges"}), items_csv), expected);
  EXPECT_EQ(
      output_of({"convert", "items.csv", "-", "--to", "edges", "--pairs", "-", "--capacity", "5"},
                pairs_csv),
      expected);
  // One after the other they are one file.
  EXPECT_EQ(
      output_of({"convert", "-", "-", "--to", "edges"}, "capacity,5\n" + items_csv + pairs_csv),
      expected);
  EXPECT_THAT(output_of(with({"solve", "-q", "items.csv"})), HasSubstr("tent, gas stove\n"));
  EXPECT_THAT(output_of(with({"info", "-q", "items.csv"})), HasSubstr("\n  pairs        2 of 3"));
  output_of(with({"verify", "items.csv", "-"}), "tent\n");
  output_of(with({"postprocess", "items.csv", "-"}), "111\n");
  output_of(with({"formulate", "items.csv", "--to", "coo", "-q"}));
}

TEST_F(Names, SurviveConversion) {
  output_of({"convert", "trip.json", "trip.csv.gz"});
  output_of({"convert", "trip.csv.gz", "again.json"});
  output_of({"convert", "trip.json", "direct.json"});
  EXPECT_EQ(directory.read("again.json"), directory.read("direct.json"));
  EXPECT_THAT(directory.read("again.json"),
              HasSubstr("    {\"name\": \"gas stove\", \"weight\": 3, \"profit\": 20},\n"));
  EXPECT_EQ(output_of({"convert", "trip.json", "-", "--to", "csv"}),
            "capacity,5\n" + items_csv + "\n" + pairs_csv);
}

TEST_F(Names, CapacityIsForEveryInstance) {
  EXPECT_THAT(output_of({"solve", "-q", "trip.json", "--capacity", "7"}),
              HasSubstr("load 7 of 7\n"));
  const std::string page = output_of({"info", "-q", "medium:100_25_1", "--capacity", "100.5"});
  EXPECT_THAT(page, HasSubstr("\n  capacity     100.5, "));
  EXPECT_THAT(page, Not(HasSubstr("best known")));
  EXPECT_THAT(output_of({"info", "-q", "medium:100_25_1", "--capacity", "669"}),
              HasSubstr("best known"));
  EXPECT_EQ(error_of({"info", "trip.json", "--capacity", "-1"}),
            "spinsack info: --capacity: expected a number of at least 0, found '-1'");
  EXPECT_EQ(error_of({"info", "trip.json", "--capacity", "much"}),
            "spinsack info: --capacity: expected a number of at least 0, found 'much'");
  EXPECT_EQ(error_of({"info", "-", "--capacity", "1"}, decimals),
            "spinsack info: --capacity: - holds 3 instances that differ in capacity; name one of "
            "them, as -#1");
}

TEST_F(Names, FlagsThatDoNotGoTogetherAreRefused) {
  EXPECT_EQ(error_of({"solve", "items.csv", "--pairs", "pairs.csv"}),
            "items.csv:1:1: expected a line 'capacity,NUMBER' before the heading, or --capacity, "
            "found neither");
  EXPECT_EQ(error_of({"solve", "items.csv", "trip.json", "--pairs", "pairs.csv"}),
            "spinsack solve: --pairs: expected one instance, found 2");
  EXPECT_EQ(error_of({"solve", "medium:100_25_1", "--pairs", "pairs.csv"}),
            "spinsack solve: --pairs: medium:100_25_1 is published, with its pairs");
  EXPECT_EQ(error_of({"solve", "trip.json", "--pairs", "pairs.csv"}),
            "spinsack solve: --pairs: expected a table of items (format csv) beside it, found "
            "trip.json in format json");
  EXPECT_EQ(
      error_of({"solve", "-", "--pairs", "-", "--capacity", "1"}),
      "spinsack solve: standard input can be read only once: name a file for the items or for "
      "--pairs");
  EXPECT_EQ(
      error_of({"verify", "items.csv", "--pairs", "-", "-"}),
      "spinsack verify: standard input can be read only once: name a file for one of the two");
  EXPECT_THAT(error_of({"convert", "items.csv", "pairs.csv", "--pairs", "pairs.csv"}),
              HasSubstr("expected another file"));
  EXPECT_EQ(directory.read("pairs.csv"), pairs_csv);
}

TEST_F(Names, StudiesTakeSuchFilesAsAnyOther) {
  directory.write("table.csv", "capacity,5\n" + items_csv + pairs_csv);
  directory.write("plan.toml",
                  "instances = ['trip.json', 'table.csv']\n[[run]]\nmethod = 'greedy'\n");
  output_of({"study", "run", "plan.toml", "--out", "study", "-q"});
  EXPECT_THAT(output_of({"verify", "study"}), HasSubstr("  answers  2 recomputed\nverified\n"));
  // Another name of an item changes nothing that was measured; another number does.
  std::string renamed = trip_json;
  renamed.replace(renamed.find("Bücher"), 7, "books");
  renamed.replace(renamed.find("Bücher"), 7, "books");
  directory.write("trip.json", renamed);
  EXPECT_THAT(output_of({"verify", "study"}), HasSubstr("  answers  2 recomputed\nverified\n"));
  directory.write("table.csv", "capacity,6\n" + items_csv + pairs_csv);
  EXPECT_THAT(output_of({"verify", "study"}), HasSubstr("has changed since the study began"));
}

TEST(CampingExample, IsTheSameInBothFormats) {
  const std::filesystem::path examples = source_folder() / "docs/examples";
  const RunResult json =
      spinsack_run({"convert", (examples / "camping.json").string(), "-", "--to", "csv"});
  const RunResult csv =
      spinsack_run({"convert", (examples / "camping/items.csv").string(), "-", "--to", "csv",
                    "--pairs", (examples / "camping/pairs.csv").string(), "--capacity", "10"});
  EXPECT_EQ(json.exit_code, 0) << json;
  EXPECT_EQ(csv.out, json.out) << csv;
}

}  // namespace
}  // namespace spinsack::test
