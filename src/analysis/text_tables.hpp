// SPDX-License-Identifier: Apache-2.0
// The numbers of an analysis as tables of text, in the forms of the paper. The terminal, CSV and LaTeX all show
// these cells.
#pragma once

#include "analysis/analysis.hpp"

#include <string>
#include <vector>

namespace spinsack {

struct TextTable {
  std::string name;  // of a file, or to refer to: "solved"
  std::string title;
  std::vector<std::string> notes = {};
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows = {};  // as long as the header
  std::vector<std::size_t> minimised = {};          // rows in which smaller values are better
  std::size_t keys = 1;  // leading columns that say what a row is about; the others are numbers
};

[[nodiscard]] TextTable summary_table(const Analysis& analysis);     // a row per series
[[nodiscard]] TextTable solved_table(const Analysis& analysis);      // Tables II, V, VIII, XII
[[nodiscard]] TextTable gap_table(const Analysis& analysis);         // Tables III, VI, XIII
[[nodiscard]] TextTable stage_time_table(const Analysis& analysis);  // Table IV
[[nodiscard]] TextTable regression_table(const Analysis& analysis);  // Table VII
[[nodiscard]] TextTable best_known_table(const Analysis& analysis);  // Table IX
[[nodiscard]] TextTable test_table(const Analysis& analysis);        // Table X
[[nodiscard]] TextTable run_time_table(const Analysis& analysis);    // Table XI
[[nodiscard]] TextTable instance_table(const Analysis& analysis);    // Tables XIV to XVIII
[[nodiscard]] TextTable success_table(const Analysis& analysis);     // rates and times to solution
[[nodiscard]] TextTable power_law_table(const Analysis& analysis);   // growth of stages with n

// Which clock the times are by, and of whom it is not known; nothing where all have but one.
[[nodiscard]] std::vector<std::string> clock_notes(const Analysis& analysis);

// All of them that have rows, or simply all.
[[nodiscard]] std::vector<TextTable> text_tables(const Analysis& analysis,
                                                 bool without_rows = false);

}  // namespace spinsack
