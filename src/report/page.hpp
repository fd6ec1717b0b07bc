// SPDX-License-Identifier: Apache-2.0
// One self-contained HTML page: it needs no network and no other file. The program and the style of the page
// are files in page/, the data one block of JSON.
#pragma once

#include "analysis/analysis.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

// What a report says that the records do not.
struct ReportContext {
  std::string title;                                       // empty: the names of the studies
  std::vector<std::string> reproduce = {};                 // commands
  std::vector<std::pair<std::string, std::string>> plans;  // of the studies: file name and text
  std::vector<std::string> cautions;  // such as cells that were planned and are missing
};

[[nodiscard]] std::string report_page(const Analysis& analysis, const ReportContext& context);

// The same for a study that still grows: the page has no data, and asks whoever serves it, once a second, for
// "progress", and for "data" whenever that names another edition. What a reader chose or scrolled to stays.
[[nodiscard]] std::string live_page();
[[nodiscard]] std::string live_page_data(const Analysis& analysis, const ReportContext& context);

// The page of one answer, in the style of a report: page/answer.js draws it from this JSON.
[[nodiscard]] std::string answer_page(std::string_view json);

// JSON that may stand inside a script element, whatever its texts hold: no markup, no line separators.
[[nodiscard]] std::string inert_json(std::string_view json);

}  // namespace spinsack
