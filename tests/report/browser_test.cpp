// SPDX-License-Identifier: Apache-2.0
// Pages in a real browser: browser_check.py uses them as a reader would.
#include "report/example_records.hpp"
#include "report/page.hpp"
#include "study/plan.hpp"
#include "study/runner.hpp"
#include "support/places.hpp"
#include "support/run_command.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spinsack::test {
namespace {

void expect_works(std::vector<std::string> arguments) {
  // Debian's Python, which has Debian's Selenium.
  arguments.insert(arguments.begin(),
                   {"/usr/bin/python3", "-B",
                    (test::source_folder() / "tests/report/browser_check.py").string()});
  const RunResult result = run({.command = arguments});
  if (result.exit_code == 77) GTEST_SKIP() << result.out;
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(ReportInBrowser, ARealStudy) {
  const Plan plan = parse_plan("small.toml", R"(
instances = ["medium:100_25_1", "medium:100_25_2", "medium:200_25_1"]
[[run]]
method = "sa"
sweeps = 300
lambda = "2^-2..2^3"
reads = 10
variants = { "SA" = "none", "SA-RI" = "repair+fill+exchange" }
[[run]]
method = "greedy"
label = "Greedy"
[[run]]
method = "lha"
label = "LHA"
seeds = [1, 2, 3]
target = "best-known"
time-limit = 1e6
)",
                               false);
  const TemporaryDirectory folder;
  const StudySummary done =
      run_study(plan, cells_of(plan), {.folder = folder.file("study"), .threads = 2});
  ASSERT_EQ(done.failed, 0U);
  const std::string page = folder.file("report.html");
  const RunResult report = spinsack_run({"report", folder.file("study"), "-o", page});
  ASSERT_EQ(report.exit_code, 0) << report.err;
  expect_works({page});
}

TEST(ReportInBrowser, OddNamesAndTwoSets) {
  ExampleStudy study{.sizes = {50, 100},
                     .instances_per_size = 4,  // more rows than a table shows at first
                     .variants = {"</script><script>alert(1)</script>", "\"quoted\" & <b>bold</b>",
                                  std::string(200, 'x'), "\xe4\xb8\xad\xe6\x96\x87"},
                     .set = "old <i>"};
  Analyst analyst;
  add_example(analyst, study);
  study.set = "new";
  study.variants = {study.variants[0], "constructor", "__proto__", study.variants[3]};
  study.reads = 5;
  add_example(analyst, study);
  const TemporaryDirectory folder;
  const std::string page = folder.file("report.html");
  ReportContext context;
  context.title = "<img src=x onerror=alert(1)>";
  folder.write("report.html", report_page(analyst.finish(), context));
  expect_works({page});
}

TEST(ReportInBrowser, ManyNamesSizesAndStrengths) {
  const ExampleStudy study{.sizes = {50, 60, 1000},
                           .instances_per_size = 30,
                           .variants = {std::string(60, 'm'), "SA", "SB"},
                           .exponents = {-12, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 20},
                           .reads = 3};
  const TemporaryDirectory folder;
  const std::string page = folder.file("report.html");
  std::ofstream(page) << report_page(example_analysis(study), {});
  expect_works({"--look", page});
}

TEST(ReportInBrowser, MissingPieces) {
  const TemporaryDirectory folder;
  std::vector<std::string> arguments{"--look"};
  for (const MissingPiece& piece : missing_pieces()) {
    const std::string name = piece.name + ".html";
    folder.write(name, report_page(example_analysis(piece.study), {}));
    arguments.push_back(folder.file(name));
  }
  expect_works(arguments);
}

}  // namespace
}  // namespace spinsack::test
