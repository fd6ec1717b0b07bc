// SPDX-License-Identifier: Apache-2.0
// `solve --html`: the page of one answer.
#include "cli/cli_support.hpp"
#include "core/temporary_directory.hpp"
#include "core/types.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace spinsack::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class SolveHtml : public testing::Test {
 protected:
  TemporaryDirectory folder_;

  // The page of an instance in this text.
  std::string page(const std::string& text, const std::vector<std::string>& flags = {}) {
    folder_.write("instance", text);
    return page_of(folder_.file("instance"), flags);
  }
  std::string page_of(const std::string& instance, const std::vector<std::string>& flags = {}) {
    std::vector<std::string> arguments{"solve", "-q", instance, "--html",
                                       folder_.file("page.html")};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const RunResult result = spinsack_run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result;
    return folder_.read("page.html");
  }
  static Json data_of(const std::string& page) {
    const std::string begin = R"(<script type="application/json" id="data">)";
    const std::size_t start = page.find(begin) + begin.size();
    return Json::parse(page.substr(start, page.find("</script", start) - start));
  }
  static Json table(const Json& data, const std::string& name) {
    for (const Json& one : data["tables"])
      if (one["name"] == name) return one;
    return {};
  }
  // Cells of the row that begins with this item.
  static std::vector<std::string> row(const Json& table, const std::string& item) {
    for (const Json& one : table["rows"])
      if (one["cells"][0] == item) return one["cells"];
    return {};
  }
  static std::string why_out(const Json& data, const std::string& item) {
    const std::vector<std::string> cells = row(table(data, "left-out"), item);
    return cells.empty() ? "it is not out" : cells.back();
  }
  static std::string fact(const Json& data, const std::string& name) {
    for (const Json& one : data["facts"])
      if (one[0] == name) return one[1];
    return "none";
  }
};

// tiny: items 0 and 1 are in, with 10 + 20 alone and 5 together. Item 2 (weight 4, profit 30) has a pair of 7 with item
// 1, so it would bring 37; in place of item 1, which leaves 15 behind, it does not fit: 2 + 4 > 5. No other single one
// makes room either.
TEST_F(SolveHtml, SplitsTheValueAndSaysWhatIsOutAndWhy) {
  const Json data = data_of(page(tiny));
  EXPECT_EQ(data["title"], "tiny");
  EXPECT_EQ(fact(data, "value"), "35, proven optimal");
  EXPECT_THAT(fact(data, "upper bound"), HasSubstr("35, gap 0 %"));
  EXPECT_EQ(fact(data, "items"), "2 of 3, load 5 of 5");
  EXPECT_EQ(data["bars"][0]["words"], "load 5 of capacity 5, all items weigh 9");
  EXPECT_EQ(data["bars"][1]["words"], "30 from single items, 5 from pairs");
  const Json chosen = table(data, "chosen");
  EXPECT_EQ(chosen["title"], "Chosen: 2 of 3 items");
  EXPECT_EQ(row(chosen, "1"),
            (std::vector<std::string>{"1", "3", "20", "5", "25", "8.333", "64.29 %"}));
  EXPECT_EQ(row(chosen, "0"),
            (std::vector<std::string>{"0", "2", "10", "5", "15", "7.5", "35.71 %"}));
  const Json out = table(data, "left-out");
  EXPECT_EQ(row(out, "2"), (std::vector<std::string>{"2", "4", "30", "7", "37", "9.25",
                                                     "no single item makes room for it"}));
  EXPECT_THAT(out["notes"][0], HasSubstr("proven that no choice"));
  EXPECT_EQ(row(table(data, "pairs"), "0"), (std::vector<std::string>{"0", "1", "5"}));
  EXPECT_TRUE(table(data, "costs").is_null());
}

// Units are those of the file; a swap names the item that would have to go.
TEST_F(SolveHtml, NamesItemsAndExchanges) {
  const Json data = data_of(page_of((source_folder() / "docs/examples/camping.json").string()));
  const Json out = table(data, "left-out");
  const std::vector<std::string> chair = row(out, "camp chair");
  ASSERT_EQ(chair.size(), 7U);
  EXPECT_EQ(chair[1], "1");
  EXPECT_THAT(chair[6], testing::ContainsRegex("^in place of .+ loses [0-9]+$"));
  const Json chosen = table(data, "chosen");
  double share = 0;
  long long singles = 0;
  for (const Json& one : chosen["rows"]) {
    share += std::stod(one["cells"][6].get<std::string>());
    singles += std::stoll(one["cells"][2].get<std::string>());
  }
  EXPECT_NEAR(share, 100, 0.01 * static_cast<double>(chosen["rows"].size()));
  EXPECT_THAT(data["bars"][1]["words"], HasSubstr(std::to_string(singles) + " from single items"));
  EXPECT_FALSE(data["trace"]["points"].empty());
  EXPECT_EQ(data["trace"]["to"], "upper bound");
}

TEST_F(SolveHtml, WorksAtTheEdges) {
  // One item that fits, and one that does not.
  EXPECT_EQ(table(data_of(page("one\n1\n7\n\n0\n5\n2\n")), "left-out")["notes"][0],
            "Nothing is left out.");
  const Json heavy = data_of(page("one\n1\n7\n\n0\n1\n2\n"));
  EXPECT_EQ(why_out(heavy, "0"), "heavier than the capacity");
  EXPECT_THAT(table(heavy, "chosen")["notes"][0], HasSubstr("Nothing is chosen"));
  // No capacity at all.
  const Json none = data_of(page("none\n2\n7 8\n1\n\n0\n0\n1 2\n"));
  EXPECT_EQ(fact(none, "items"), "0 of 2, load 0 of 0");
  EXPECT_EQ(none["bars"][1]["parts"].size(), 0U);
  // Items that are worth less than nothing, alone or in pairs.
  const Json losses = data_of(page(
      R"({"capacity": 9, "items": [{"name": "a", "weight": 1, "profit": 9}, {"name": "b", "weight": 1, "profit": 8},
          {"name": "c", "weight": 1, "profit": -2}],
          "pairs": [["a", "b", -3]]})"));
  EXPECT_EQ(why_out(losses, "c"), "would cost 2");
  EXPECT_EQ(row(table(losses, "costs"), "a"), (std::vector<std::string>{"a", "b", "-3"}));
  EXPECT_EQ(losses["bars"][1]["parts"].size(), 0U);
  EXPECT_EQ(losses["bars"][1]["words"], "17 from single items, -3 from pairs");
}

TEST_F(SolveHtml, NamesAreTextWhateverTheyHold) {
  const std::string made = page(
      R"({"name": "</script><script>alert(1)</script>", "capacity": 1,
          "items": [{"name": "<img src=x onerror=alert(1)>", "weight": 1, "profit": 9},
                    {"name": "a & b \"c\"", "weight": 1, "profit": 8}]})");
  EXPECT_THAT(made, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(made, Not(HasSubstr("<img")));
  EXPECT_EQ(why_out(data_of(made), "a & b \"c\""),
            "in place of <img src=x onerror=alert(1)> loses 1");
  EXPECT_THAT(made, HasSubstr("default-src 'none'"));
}

TEST_F(SolveHtml, ALargeInstanceMakesASmallPage) {
  const std::string instance = folder_.file("large.txt");
  ASSERT_EQ(
      spinsack_run({"generate", "sparse", "--n", "10000", "--seed", "1", "-o", instance}).exit_code,
      0);
  const std::string made = page_of(instance, {"-m", "greedy"});
  EXPECT_LT(made.size(), 500'000U);
  const Json data = data_of(made);
  EXPECT_EQ(table(data, "left-out")["rows"].size(), 1000U);
  EXPECT_THAT(table(data, "left-out")["notes"].dump(), HasSubstr("1000 of "));
  EXPECT_EQ(table(data, "pairs")["rows"].size(), 50U);
}

TEST_F(SolveHtml, IsForOneKnapsack) {
  const auto refused = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"solve", "-q", "--html", folder_.file("page.html")};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const RunResult result = spinsack_run(all);
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_FALSE(std::filesystem::exists(folder_.file("page.html")));
    return result.err;
  };
  EXPECT_THAT(refused({"medium:100_25_*"}),
              HasSubstr("--html: expected one instance, found several"));
  EXPECT_THAT(refused({"medium:100_25_1", "medium:100_25_2"}), HasSubstr("found several"));
  folder_.write("graph.txt", "3 2\n1 2 1\n2 3 1\n");
  EXPECT_THAT(refused({folder_.file("graph.txt")}), HasSubstr("--html: expected a knapsack"));
}

TEST_F(SolveHtml, AnOutputIsWrittenWholeOrNotAtAll) {
  folder_.write("instance", tiny);
  const std::string instance = folder_.file("instance");
  EXPECT_THAT(spinsack_run({"solve", instance, "--html", instance}).err,
              HasSubstr("expected another file"));
  EXPECT_EQ(folder_.read("instance"), tiny);
  const std::string page = folder_.file("page.html");
  EXPECT_THAT(spinsack_run({"solve", instance, "--html", page, "--solution", page}).err,
              HasSubstr("are the same file"));
  folder_.write("page.html", "old");
  EXPECT_EQ(spinsack_run({"solve", instance, "--html", page, "--solution", "/dev/full"}).exit_code,
            1);
  EXPECT_EQ(folder_.read("page.html"), "old");
  const RunResult printed = spinsack_run({"solve", "-q", instance, "--html", "-"});
  EXPECT_TRUE(printed.out.starts_with("<!DOCTYPE html>")) << printed.out.substr(0, 100);
  EXPECT_TRUE(printed.out.ends_with("</html>\n"));
}

TEST_F(SolveHtml, WorksInABrowser) {
  std::vector<std::string> command{"/usr/bin/python3", "-B",
                                   (source_folder() / "tests/report/answer_check.py").string()};
  const auto keep = [&](const std::string& name, const std::string& text) {
    folder_.write(name, text);
    command.push_back(folder_.file(name));
  };
  keep("camping.html", page_of((source_folder() / "docs/examples/camping.json").string()));
  keep("medium.html", page_of("medium:200_50_1", {"-m", "ihea"}));  // in several steps
  keep("none.html", page("none\n2\n7 8\n1\n\n0\n0\n1 2\n"));
  keep("odd.html", page(R"({"name": "<b>odd</b>", "capacity": 1, "items": [
      {"name": "</script><script>alert(1)</script>", "weight": 1, "profit": 9},
      {"name": "__proto__", "weight": 1, "profit": 8}]})"));
  const RunResult result = run({.command = command});
  if (result.exit_code == 77) GTEST_SKIP() << result.out;
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

}  // namespace
}  // namespace spinsack::test
