// SPDX-License-Identifier: Apache-2.0
// The page and the LaTeX of a problem that is no knapsack speak of its things.
#include "analysis_page.hpp"
#include "report/example_records.hpp"
#include "report/figure.hpp"
#include "report/latex.hpp"
#include "report/page_data.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace spinsack::test {
namespace {

using testing::HasSubstr;
using testing::Not;

Analysis cuts() {
  ExampleStudy study;
  study.change = [](CellRecord& record) {
    InstanceRecord graph{.name = "G" + record.instance.name.substr(7),  // behind "medium:"
                         .sha256 = record.instance.sha256,
                         .n = record.instance.n,
                         .best_known = record.instance.best_known,
                         .problem = "kcut",
                         .facts = {{"n", std::to_string(record.instance.n)}, {"parts", "3"}}};
    record.instance = std::move(graph);
    record.parameters["lambda"] = "scale:" + std::to_string(*record.lambda);
  };
  Analyst analyst(analysis_clocks().front(), cli::nouns_of);
  add_example(analyst, study);
  return analyst.finish();
}

void expect_words_of_cuts(const std::string& text) {
  for (const char* const word : {"knapsack", "capacity", "tight", "profit", "items", "{{", "n_d"})
    EXPECT_THAT(text, Not(HasSubstr(word)));
}

TEST(PageOfAnotherProblem, HasItsWords) {
  const Analysis analysis = cuts();
  const std::string data = page_data(analysis, {});
  expect_words_of_cuts(data);
  for (const char* const word : {"vertices n", "keeps one part per vertex", "hides the cut",
                                 "in strengths that are proven safe", "n_parts"})
    EXPECT_THAT(data, HasSubstr(word));
  EXPECT_TRUE(nlohmann::json::accept(data));
  // The way from a cell to the results behind it goes by the heading.
  EXPECT_THAT(data, HasSubstr(R"("groups":"n_parts")"));
}

TEST(PageOfAnotherProblem, HasNoColumnsOfKnapsacks) {
  const Analysis analysis = cuts();
  for (const FigureKind& kind : figure_kinds())
    for (const Panel& panel : kind.panels(analysis)) {
      EXPECT_EQ(std::ranges::count(panel.data.columns, "tightness"), 0) << kind.name;
      for (const auto& row : panel.data.rows)
        EXPECT_EQ(row.size(), panel.data.columns.size()) << kind.name;
    }
}

TEST(PageOfAnotherProblem, LatexHasItsWords) {
  const TemporaryDirectory folder;
  write_latex(cuts(), folder.path());
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    const std::string text = folder.read(name);
    for (const char* const word : {"knapsack", "capacity", "profit", "{{elements", "xlabel={items"})
      EXPECT_THAT(text, Not(HasSubstr(word)));
  }
  EXPECT_THAT(folder.read("figure_stage_times_1.tex"), HasSubstr("vertices"));
}

}  // namespace
}  // namespace spinsack::test
