// SPDX-License-Identifier: Apache-2.0
#include "report/figure_csv.hpp"

#include "report/example_records.hpp"
#include "report/figure.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <string>

namespace spinsack::test {
namespace {

// Traces and two sets: the records have something for every figure.
Analysis full_analysis() {
  Analyst analyst;
  for (const char* const set : {"old", "new"}) {
    add_example(analyst, {.set = set});
    add_example(analyst,
                {.variants = {"LHA"}, .exponents = {}, .set = set, .change = [](CellRecord& cell) {
                   cell.cell += "LHA";
                   for (RunRecord& run : cell.runs) run.trace = {{1e-3, run.variants[0].value}};
                 }});
  }
  return analyst.finish();
}

TEST(FigureCsv, NothingOfAnEarlierAnalysisStays) {
  const TemporaryDirectory folder;
  write_figure_csv(full_analysis(), folder.path());
  for (const FigureKind& kind : figure_kinds())
    EXPECT_GT(folder.read("figure_" + std::string(kind.name) + ".csv").size(), 50U) << kind.name;
  write_figure_csv(Analysis{}, folder.path());
  for (const std::string& name : folder.names()) EXPECT_FALSE(name.starts_with("figure_")) << name;
}

}  // namespace
}  // namespace spinsack::test
