// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_support.hpp"

#include <filesystem>

namespace spinsack::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Words = std::vector<std::string>;

// The records of the example plan, made once.
class Report : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    directory = new TemporaryDirectory;
    const RunResult made = run({"study", "run", "example", "--quick", "--out", "records", "-q"});
    ASSERT_EQ(made.exit_code, 0) << made;
  }
  static void TearDownTestSuite() { delete directory; }

  static RunResult run(Words words) {
    return spinsack_run(std::move(words), "", directory->path());
  }
  static void expect_refusal(Words words, const std::string& message) {
    words.insert(words.begin(), "report");
    const RunResult result = run(std::move(words));
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(message));
  }

  static TemporaryDirectory* directory;
};
TemporaryDirectory* Report::directory = nullptr;

TEST_F(Report, PrintsTablesAndAChartOnTheTerminal) {
  const RunResult result = run({"report", "records"});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, AllOf(HasSubstr("SA-RI"), HasSubstr("Greedy"),
                                HasSubstr("against the penalty strength")));
}

// Reads of lambda auto take several strengths in turn, so their series have no number to stand at.
TEST_F(Report, ShowsSeriesWithAndWithoutOneStrength) {
  directory->write("turns.toml",
                   "instances = ['medium:100_25_1', 'medium:200_25_1']\nreads = 4\n"
                   "[[run]]\nmethod = 'sa'\nsweeps = 20\nencoding = 'lagrange'\n"
                   "lambda = ['auto', 'vlm', '2^-1', 'scale:1']\n"
                   "variants = { mixed = 'none', mixed-RI = 'repair+fill+exchange' }\n"
                   "[[run]]\nmethod = 'sa'\nsweeps = 20\nlambda = 'auto'\n"
                   "variants = { turns = 'repair+fill+exchange' }\n");
  ASSERT_EQ(run({"study", "run", "turns.toml", "--out", "turns", "-q"}).exit_code, 0);
  const RunResult all =
      run({"report", "turns", "-o", "turns.html", "--csv", "turns-csv", "--latex", "turns-latex"});
  ASSERT_EQ(all.exit_code, 0) << all;
  std::size_t without = 0;
  for (const std::string& line : lines_of(directory->read("turns-csv/points.csv")))
    if (line.find(",auto,,") != std::string::npos) ++without;
  EXPECT_EQ(without, 2U * 3);  // instances and series, the strength as written and no number
  EXPECT_THAT(run({"report", "turns"}).out, AllOf(HasSubstr("turns"), HasSubstr("mixed-RI")));
}

TEST_F(Report, WritesOnePage) {
  const RunResult file = run({"report", "records", "-o", "page.html"});
  EXPECT_EQ(file.exit_code, 0) << file;
  EXPECT_EQ(file.out, "");
  const std::string page = directory->read("page.html");
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  const RunResult stream = run({"report", "records", "-o", "-"});
  EXPECT_EQ(stream.out, page);
  // A merged database tells the same, apart from the plan, which it does not hold.
  EXPECT_EQ(run({"study", "merge", "records", "--out", "all.db"}).exit_code, 0);
  EXPECT_EQ(run({"report", "all.db"}).out, run({"report", "records"}).out);
}

TEST_F(Report, SaysHowToRepeatItself) {
  ASSERT_EQ(run({"report", "records", "-o", "page.html"}).exit_code, 0);
  const std::string page = directory->read("page.html");
  const std::string study = "spinsack study run example --quick --out again/example-quick";
  const std::string report = "spinsack report again -o report.html";
  EXPECT_THAT(page, AllOf(HasSubstr(study), HasSubstr(report)));
  const RunResult again = shell_run(study + " -q && " + report +
                                        " && wc -l < again/example-quick/records.jsonl && "
                                        "wc -l < records/records.jsonl",
                                    directory->path());
  const Words lines = lines_of(again.out);
  ASSERT_EQ(lines.size(), 3U) << again;
  EXPECT_EQ(lines[1], lines[2]);
  EXPECT_THAT(directory->read("report.html"), StartsWith("<!DOCTYPE html>"));
}

TEST_F(Report, ItsTitleIsThatOfThePlan) {
  directory->write("some.toml",
                   "title = \"Greedy alone\"\ninstances = [\"medium:100_25_1\"]\n[[run]]\n"
                   "method = \"greedy\"\n");
  ASSERT_EQ(run({"study", "run", "some.toml", "--out", "a-folder", "-q"}).exit_code, 0);
  const auto title = [](const std::string& page) {
    const std::size_t start = page.find(R"("title":")") + 9;
    return page.substr(start, page.find('"', start) - start);
  };
  EXPECT_EQ(title(run({"report", "a-folder", "-o", "-"}).out), "Greedy alone");
  EXPECT_EQ(title(run({"report", "a-folder", "-o", "-", "--title", "Mine"}).out), "Mine");
  const std::string both = title(run({"report", "a-folder", "records", "-o", "-"}).out);
  EXPECT_THAT(both, AllOf(StartsWith("Greedy alone; "), testing::EndsWith(" (quick)")));
}

TEST_F(Report, NamesTheFileOfAPlanOfOnesOwn) {
  directory->write("mine.toml",
                   "instances = [\"medium:100_25_1\"]\n[[run]]\nmethod = \"greedy\"\n");
  ASSERT_EQ(run({"study", "run", "mine.toml", "--out", "mine", "-q"}).exit_code, 0);
  EXPECT_THAT(run({"report", "mine", "-o", "-"}).out,
              HasSubstr("spinsack study run mine.toml --out again/mine"));
}

TEST_F(Report, RepeatsOddNamesAndBothFormsOfAPlan) {
  directory->write("it's mine.toml",
                   "instances = [\"medium:100_25_1\"]\n[[run]]\nmethod = \"sa\"\nsweeps = 20\n"
                   "reads = 4\nlambda = 1\nquick = { sweeps = 10, reads = 3 }\n");
  ASSERT_EQ(run({"study", "run", "it's mine.toml", "--out", "forms/full", "-q"}).exit_code, 0);
  ASSERT_EQ(
      run({"study", "run", "it's mine.toml", "--quick", "--out", "forms/quick", "-q"}).exit_code,
      0);
  const std::string page = run({"report", "forms", "-o", "-"}).out;
  EXPECT_THAT(page, HasSubstr(R"(study run 'it'\\''s mine.toml' --out 'again/it'\\''s mine')"));
  EXPECT_THAT(page, HasSubstr(R"(mine.toml' --quick --out 'again/it'\\''s mine-quick')"));
  // The forms are series of their own.
  EXPECT_THAT(run({"report", "forms"}).out, AllOf(HasSubstr("[full]"), HasSubstr("[quick]")));
}

TEST_F(Report, SaysWhatIsMissing) {
  const auto says = [&](const Words& words, const std::string& what) {
    const RunResult result = run(words);
    EXPECT_EQ(result.exit_code, 0) << result;
    return result.out.find(what) != std::string::npos;
  };
  const std::string incomplete = "The study is not complete";
  EXPECT_FALSE(says({"report", "records"}, incomplete));
  // Two copies of a whole study are no half of anything.
  std::filesystem::create_directories(directory->path() / "copies");
  for (const char* const copy : {"copies/a", "copies/b"})
    std::filesystem::copy(directory->path() / "records", directory->path() / copy);
  EXPECT_FALSE(says({"report", "copies"}, incomplete));
  const std::string all = directory->read("records/records.jsonl");
  directory->write("copies/a/records.jsonl", all.substr(0, all.find('\n') + 1));
  EXPECT_TRUE(says({"report", "copies/a"}, incomplete + ": 1 of "));
  EXPECT_TRUE(says({"report", "copies/a", "-o", "-"}, incomplete + ": 1 of "));
  directory->write("copies/b/records.jsonl", all + "rubbish\n");
  EXPECT_TRUE(says({"report", "copies/b", "-o", "-"}, "1 damaged line is left out"));
}

TEST_F(Report, DoesNotNeedThePlanToBeReadable) {
  std::filesystem::copy(directory->path() / "records", directory->path() / "later");
  directory->write("later/plan.toml", "no-such-key = 1\n");
  const RunResult page = run({"report", "later", "-o", "-"});
  EXPECT_EQ(page.exit_code, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr("the plan cannot be used"));
  EXPECT_THAT(run({"report", "later"}).out, HasSubstr("SA-RI"));
}

TEST_F(Report, KnowsTheStudiesOfADatabase) {
  ASSERT_EQ(run({"study", "merge", "records", "--out", "some.db"}).exit_code, 0);
  EXPECT_THAT(run({"report", "some.db", "-o", "-"}).out,
              HasSubstr("spinsack study run example --quick --out again/example-quick"));
}

TEST_F(Report, WritesTablesForOtherPrograms) {
  const RunResult result = run({"report", "records", "--csv", "csv", "--latex", "latex"});
  EXPECT_EQ(result.exit_code, 0) << result;
  EXPECT_EQ(result.out, "");
  int csv = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory->path() / "csv")) {
    EXPECT_EQ(entry.path().extension(), ".csv");
    EXPECT_GT(entry.file_size(), 0U) << entry.path();
    ++csv;
  }
  EXPECT_GT(csv, 10);
  EXPECT_TRUE(std::filesystem::exists(directory->path() / "latex" / "report.tex"));
}

TEST_F(Report, ComparesSetsByName) {
  const RunResult result =
      run({"report", "records", "records", "--names", "old,<new>", "-o", "two.html"});
  EXPECT_EQ(result.exit_code, 0) << result;
  const std::string page = directory->read("two.html");
  EXPECT_THAT(page, HasSubstr("old"));
  EXPECT_THAT(page, Not(HasSubstr("<new>")));
}

TEST_F(Report, RefusesWhatItCannotDo) {
  expect_refusal({"nowhere"}, "nowhere");
  expect_refusal({"records", "--names", "a,b"}, "--names: expected 1 names, one per path, found 2");
  expect_refusal({"records", "records", "--names", "a,a"},
                 "--names: expected different names, found 'a,a'");
  expect_refusal({"records", "-o", "no/such/place.html"}, "no/such/place.html");
  expect_refusal({}, "report");
}

}  // namespace
}  // namespace spinsack::test
