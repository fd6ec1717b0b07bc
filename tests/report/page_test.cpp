// SPDX-License-Identifier: Apache-2.0
#include "report/page.hpp"

#include "core/sha256.hpp"
#include "report/example_records.hpp"
#include "report/figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace spinsack::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// The block of data, as a browser would find it: up to the first end tag.
std::string data_text(const std::string& page) {
  const std::string begin = R"(<script type="application/json" id="data">)";
  const std::size_t start = page.find(begin) + begin.size();
  return page.substr(start, page.find("</script", start) - start);
}

Json data_of(const Analysis& analysis, const ReportContext& context = {}) {
  return Json::parse(data_text(report_page(analysis, context)));
}

std::set<std::string> names_of(const Json& list) {
  std::set<std::string> names;
  for (const Json& entry : list) names.insert(entry["name"]);
  return names;
}

// No figure and no table is an empty frame, and every number is one.
void expect_sound(const Json& data) {
  for (const Json& figure : data["figures"]) {
    EXPECT_FALSE(figure["panels"].empty()) << figure["name"];
    EXPECT_TRUE(figure["spec"].is_object()) << figure["name"];
    for (const Json& panel : figure["panels"]) {
      EXPECT_GT(panel["data"]["rows"], 0) << figure["name"];
      for (const Json& column : panel["data"]["columns"]) {
        const Json& values = column.contains("index") ? column["index"] : column["values"];
        EXPECT_EQ(values.size(), panel["data"]["rows"]) << figure["name"] << column["name"];
      }
    }
  }
  for (const Json& table : data["tables"]) {
    EXPECT_FALSE(table["rows"].empty()) << table["name"];
    for (const Json& row : table["rows"]) {
      EXPECT_EQ(row["cells"].size(), table["columns"].size());
      for (const std::string cell : row["cells"]) {
        EXPECT_THAT(cell, Not(HasSubstr("nan"))) << table["name"];
        EXPECT_THAT(cell, Not(HasSubstr("inf"))) << table["name"];
      }
    }
  }
  for (const std::string finding : data["findings"]) {
    EXPECT_THAT(finding, Not(HasSubstr("nan")));
    EXPECT_THAT(finding, Not(HasSubstr("inf")));
  }
}

TEST(ReportPage, ShowsAllThatTheRecordsHold) {
  const Json data = data_of(example_analysis());
  expect_sound(data);
  EXPECT_THAT(
      names_of(data["figures"]),
      testing::IsSupersetOf({"strength_gap", "strength_feasible", "heat_map", "gap_distribution",
                             "stage_times", "time_to_solution", "profile", "target"}));
  EXPECT_THAT(names_of(data["tables"]),
              testing::IsSupersetOf({"summary", "solved", "gap", "tests", "instances"}));
  EXPECT_EQ(data["title"], "example (quick)");
  EXPECT_EQ(data["series"].size(), 2U);
}

TEST(ReportPage, NamesAreTextWhateverTheyHold) {
  const std::string evil =
      "</script><script>alert(1)</script><!-- \" ' & \xe2\x80\xa8 \\ \xf0\x9f\x98\x80";
  ExampleStudy study;
  study.variants = {evil, std::string(200, 'x')};
  study.change = [&](CellRecord& cell) {
    cell.study = evil;
    cell.environment.processor = evil;
    cell.instance.name = evil + std::to_string(cell.instance.n) + cell.cell;
  };
  const std::string page = report_page(
      example_analysis(study),
      {.title = evil, .reproduce = {evil}, .plans = {{evil, evil}}, .cautions = {evil}});
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, Not(HasSubstr("<!-- ")));
  EXPECT_THAT(page, Not(HasSubstr("\xe2\x80\xa8")));
  const Json data = Json::parse(data_text(page));
  EXPECT_EQ(data["title"], evil);
  EXPECT_EQ(data["series"][0]["title"], evil);
  EXPECT_EQ(data["series"][1]["title"], std::string(200, 'x'));
}

TEST(ReportPage, HasExactlyThreeScriptsAndNoOutsideReference) {
  const std::string page = report_page(example_analysis(), {});
  std::size_t scripts = 0;
  for (std::size_t at = page.find("<script"); at != std::string::npos;
       at = page.find("<script", at + 1))
    ++scripts;
  EXPECT_EQ(scripts, 3U);
  EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
  EXPECT_THAT(page, Not(HasSubstr("href=\"http")));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-eval")));
}

TEST(ReportPage, SameRecordsSameBytes) {
  EXPECT_EQ(report_page(example_analysis(), {}), report_page(example_analysis(), {}));
}

TEST(ReportPage, InertJsonMeansTheSame) {
  const std::string json = R"({"a":"<b>&amp; \" \\ )"
                           "\xe2\x80\xa9\"}";
  const std::string inert = inert_json(json);
  EXPECT_EQ(Json::parse(inert), Json::parse(json));
  EXPECT_EQ(inert.find_first_of("<>&"), std::string::npos);
}

TEST(ReportPage, MissingPiecesGiveASmallerPage) {
  for (const MissingPiece& one : missing_pieces()) {
    SCOPED_TRACE(one.name);
    const Json data = data_of(example_analysis(one.study));
    expect_sound(data);
    EXPECT_FALSE(data["findings"].empty() && one.name != "nothing");
  }
}

TEST(ReportPage, FewRunsCarryANote) {
  const Json few = data_of(example_analysis({.reads = 4}));
  const Json enough = data_of(example_analysis({.reads = 10}));
  EXPECT_THAT(few["notes"].dump(), HasSubstr("fewer than 10 runs"));
  EXPECT_THAT(few["figures"].dump(), HasSubstr("fewer than 10 runs"));
  EXPECT_THAT(enough["notes"].dump(), Not(HasSubstr("fewer than 10 runs")));
  EXPECT_THAT(enough["figures"].dump(), HasSubstr("came to their end without"));
}

// Every figure that the records allow, each from few runs.
TEST(ReportPage, EveryFigureOfFewRunsSaysSo) {
  Analyst analyst;
  for (const char* const set : {"old", "new"}) {
    add_example(analyst, {.reads = 4, .set = set});
    add_example(analyst, {.variants = {"LHA"},
                          .exponents = {},
                          .reads = 4,
                          .set = set,
                          .change = [](CellRecord& cell) {
                            cell.cell += "LHA";
                            for (RunRecord& run : cell.runs)
                              run.trace = {{1e-4, 5'000}, {1e-3, run.variants[0].value}};
                          }});
  }
  const Json data = data_of(analyst.finish());
  EXPECT_EQ(data["figures"].size(), figure_kinds().size());
  for (const Json& figure : data["figures"])
    for (const Json& panel : figure["panels"]) {
      if (figure["name"] == "target") continue;  // it takes the runs of all instances together
      EXPECT_THAT(panel["notes"].dump(), HasSubstr("fewer than 10 runs")) << figure["name"];
    }
}

TEST(ReportPage, SeriesWithoutAHitAreNamed) {
  ExampleStudy study{.variants = {"A", "B", "C", "D"}};
  study.change = [](CellRecord& cell) {  // D hits by itself
    for (RunRecord& run : cell.runs)
      if (run.read == 1) run.variants[2].value = *cell.instance.best_known;
  };
  const Json data = data_of(example_analysis(study));
  for (const Json& figure : data["figures"]) {
    const Json& notes = figure["panels"][0]["notes"];
    if (figure["name"] == "profile" || figure["name"] == "target") {
      EXPECT_THAT(notes, testing::Contains("Never reached the best known value: A, B."));
    }
    if (figure["name"] != "target") continue;
    EXPECT_THAT(notes, testing::Contains("Runs that came to their end without the best known "
                                         "value: C (54 of 60), D (36 of 60)."));
    EXPECT_EQ(notes.size(), 2U);
  }
}

TEST(ReportPage, ValuesAboveTheBestKnownOneAreAFinding) {
  const Json data = data_of(example_analysis(odd_study()));
  EXPECT_THAT(data["findings"],
              testing::Contains("__proto__ exceeds the best known value on 6 instances."));
  const Json none = data_of(example_analysis());
  EXPECT_THAT(none["findings"].dump(), Not(HasSubstr("exceeds")));
}

TEST(ReportPage, SetsAreComparedByName) {
  Analyst analyst;
  add_example(analyst, {.set = "old"});
  add_example(analyst, {.set = "new", .change = [](CellRecord& cell) {
                          for (RunRecord& run : cell.runs) run.seconds /= 2, run.machine /= 2;
                        }});
  const Json data = data_of(analyst.finish());
  expect_sound(data);
  EXPECT_EQ(data["series"].size(), 4U);
  EXPECT_THAT(names_of(data["figures"]), testing::Contains("sets"));
  EXPECT_THAT(data["findings"].dump(), HasSubstr("new finds better values than old"));
}

TEST(ReportPage, PublishedNumbersStandBesideOursWhereBothExist) {
  const Json with = data_of(example_analysis());
  EXPECT_THAT(names_of(with["tables"]), testing::Contains("published_instances"));
  const Json without = data_of(example_analysis({.variants = {"mine", "other"}}));
  EXPECT_THAT(names_of(without["tables"]), Not(testing::Contains("published_instances")));
}

// The largest study of the paper: 100 instances, 14 strengths, 5 encodings with 4 variants each.
TEST(ReportPage, StaysBelowSixMegabytesForTheLargestStudy) {
  ExampleStudy study;
  study.sizes = {100, 200, 300};
  study.instances_per_size = 33;
  study.exponents = {-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7};
  study.variants.clear();
  for (const char* const encoding : {"binary", "unary", "hybrid", "onehot", "offset"})
    for (const char* const variant : {"SA", "SA-R", "SA-I", "SA-RI"})
      study.variants.push_back(fmt::format("{} {}", variant, encoding));
  study.reads = 2;  // the page does not grow with these
  EXPECT_LT(report_page(example_analysis(study), {}).size(), 6'000'000U);
}

}  // namespace
}  // namespace spinsack::test
