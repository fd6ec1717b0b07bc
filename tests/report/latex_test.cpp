// SPDX-License-Identifier: Apache-2.0
#include "report/latex.hpp"

#include "report/example_records.hpp"
#include "support/run_command.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>

namespace spinsack::test {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;

TEST(LatexText, ShowsWhatItIsGiven) {
  EXPECT_EQ(latex_text("SA-RI 100_25"), "SA-RI 100\\_25");
  EXPECT_EQ(latex_text("2^-3 & 5 %"), "2\\textasciicircum{}-3 \\& 5 \\%");
  EXPECT_EQ(latex_text("\\input{x}"), "\\textbackslash{}input\\{x\\}");
  EXPECT_EQ(latex_text("\xc3\xa9 \xe2\x82\xac"), "\xc3\xa9 [U+20AC]");
  EXPECT_EQ(latex_text("a\xff"), "a[U+FFFD]");
  EXPECT_EQ(latex_text("\xc3"), "[U+FFFD]");
}

// Two hyphens are no dash, two commas no quotation mark, and a quote after a question mark turns nothing around.
TEST(LatexText, MakesNoLigatures) {
  EXPECT_EQ(latex_text("a--b---c"), "a-{}-b-{}-{}-c");
  EXPECT_EQ(latex_text(",,x,,,"), ",{},x,{},{},");
  EXPECT_EQ(latex_text("''it's''"),
            "\\textquotesingle{}\\textquotesingle{}it\\textquotesingle{}s\\textquotesingle{}"
            "\\textquotesingle{}");
  EXPECT_EQ(latex_text("?`!`"), "?\\textasciigrave{}!\\textasciigrave{}");
  EXPECT_EQ(latex_text("<<a>>"), "\\textless{}\\textless{}a\\textgreater{}\\textgreater{}");
  EXPECT_EQ(latex_text("a  b"), "a \\ b");
  EXPECT_EQ(latex_text(" a"), "\\ a");
  EXPECT_EQ(latex_text("a-b, c"), "a-b, c");
}

TEST(LatexTable, TheBestIsBoldAndTotalsStandApart) {
  const std::string text =
      latex_table({.name = "solved",
                   .title = "Solved",
                   .header = {"n_d", "A", "B", "C"},
                   .rows = {{"100_25", "3", "9", "9"}, {"Total", "3", "9", "-"}}});
  EXPECT_THAT(text, HasSubstr("\n{}100\\_25 & 3 & \\textbf{9} & \\textbf{9} \\\\\n"));
  EXPECT_THAT(text, HasSubstr("\\midrule\n{}Total & 3 & \\textbf{9} & - \\\\\n"));
  EXPECT_THAT(text, HasSubstr("{@{}lrrr@{}}"));
}

TEST(LatexTable, WideOnesAreCut) {
  TextTable table{.name = "wide", .title = "Wide", .header = {"key"}, .rows = {{"row"}}};
  for (int c = 0; c < 20; ++c) {
    table.header.push_back("c" + std::to_string(c));
    table.rows[0].push_back(std::to_string(c));
  }
  const std::string text = latex_table(table);
  EXPECT_THAT(text, HasSubstr("key & c0 & c1"));
  EXPECT_THAT(text, HasSubstr("key & c12 & c13"));
  EXPECT_THAT(text, HasSubstr("continued"));
}

// A star or an optional argument of what stands before it, it would be.
TEST(LatexTable, NamesMayBeginWithABracketOrAStar) {
  const std::string text = latex_table({.name = "odd",
                                        .title = "Odd",
                                        .header = {"*key", "value"},
                                        .rows = {{"[a]", "1"}, {"\xe4\xb8\xad", "2"}}});
  EXPECT_THAT(text, HasSubstr("\\toprule\n{}*key & value"));
  EXPECT_THAT(text, HasSubstr("\\endfoot\n{}[a] & 1"));
  EXPECT_THAT(text, HasSubstr("\\\\\n{}[U+4E2D] & 2"));
}

TEST(LatexFigure, ValuesAboveTheBestKnownOneStandAtZero) {
  const Analysis analysis = example_analysis(odd_study());
  ASSERT_THAT(analysis.points, Contains(Field(&PointResult::gap, testing::Lt(std::optional(0.0)))));
  for (const FigureKind& kind : figure_kinds())
    for (const Panel& panel : kind.panels(analysis)) {
      const std::string text = latex_figure(kind, panel, {});
      EXPECT_THAT(text, testing::Not(HasSubstr("nan"))) << kind.name;
      if (kind.name == "strength_gap") {
        EXPECT_THAT(text, HasSubstr("(5,0)\n"));
      }
      if (kind.name == "heat_map" && panel.choice == "__proto__") {
        EXPECT_THAT(text, HasSubstr("\\fill[spinsack2] (0,0)"));
      }
    }
}

TEST(SlowLatex, Compiles) {
  if (run({.command = {"sh", "-c", "command -v pdflatex && kpsewhich pgfplots.sty"}}).exit_code !=
      0)
    GTEST_SKIP() << "needs pdflatex with pgfplots (package texlive-pictures)";
  ExampleStudy study = odd_study();
  study.variants = {"SA_%$#&{}~^\\<>\"",
                    "caf\xc3\xa9 \xe4\xb8\xad",
                    std::string(200, 'y'),
                    "*",
                    "SA-RI",
                    "\xe4\xb8\xad",
                    "[best]",
                    "--a,, ''b'' ?`c`  |"};
  const TemporaryDirectory folder;
  write_latex(example_analysis(study), folder.path());
  const RunResult result =
      run({.command = {"pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"},
           .directory = folder.path()});
  EXPECT_EQ(result.exit_code, 0) << result.out.substr(
      result.out.size() > 3000 ? result.out.size() - 3000 : 0);
  EXPECT_TRUE(std::filesystem::exists(folder.file("report.pdf")));
}

}  // namespace
}  // namespace spinsack::test
