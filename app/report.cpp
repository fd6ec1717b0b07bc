// SPDX-License-Identifier: Apache-2.0
// spinsack report: records of studies as a page, tables and figures.
#include "analysis/analysis.hpp"
#include "analysis/csv.hpp"
#include "analysis_page.hpp"
#include "command.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/split.hpp"
#include "report/figure_csv.hpp"
#include "report/latex.hpp"
#include "report/page.hpp"
#include "report_context.hpp"
#include "terminal/output.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {
namespace {

namespace fs = std::filesystem;

// "old,new", as many as there are paths, no two alike.
std::vector<std::string> parse_names(const std::string& text, std::size_t paths) {
  const std::vector<std::string_view> parts = text::split(text, ',');
  std::vector<std::string> names(parts.begin(), parts.end());
  if (names.size() != paths)
    throw UsageError(
        fmt::format("--names: expected {} names, one per path, found {}", paths, names.size()));
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size() ||
      std::find(names.begin(), names.end(), "") != names.end())
    throw UsageError(fmt::format("--names: expected different names, found '{}'", text));
  return names;
}

// Several paths are several sets, called by the ends of their paths unless names are given.
std::vector<std::string> set_names(const std::vector<std::string>& paths,
                                   const std::string& given) {
  if (!given.empty()) return parse_names(given, paths.size());
  if (paths.size() == 1) return {""};
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    const fs::path plain = fs::path(path).lexically_normal();
    names.push_back(plain.has_filename() ? plain.filename().string()
                                         : plain.parent_path().filename().string());
  }
  return std::set<std::string>(names.begin(), names.end()).size() == names.size() ? names : paths;
}

struct Report {
  std::vector<std::string> paths;
  std::string page;
  std::string names;
  std::string title;
  std::string csv;
  std::string latex;
  std::string clock = "machine";

  void declare(Flags& flags);
  int run() const;
};

void Report::declare(Flags& flags) {
  flags.arguments(paths, input_value("PATH"), R"(
      records: the directory of a study, a directory of such directories, a record file
      (.jsonl), or a database made by 'spinsack study merge'; several are compared
    )");
  flags.group("Output");
  flags.value(
      "-o,--output", page, output_value(),
      "write one HTML page; '-' for standard output; without it the main tables are printed");
  flags.value("--csv", csv, {"DIR", ValueKind::Completion::directory},
              "write every table, and the data behind every figure, as CSV into this directory");
  flags.value(
      "--latex", latex, {"DIR", ValueKind::Completion::directory},
      "write tables and figures as LaTeX into this directory, and a document that shows them");
  flags.group("Content");
  flags.value("--names", names, {"A,B"}, "names of the sets of records, one per path");
  flags.value("--clock", clock, catalog_value("CLOCK", analysis_clocks()), clock_help);
  flags.value("--title", title, {"TEXT"}, "heading of the page; without it, the title of the plan");
}

int Report::run() const {
  const std::vector<std::string> sets = set_names(paths, names);
  const Analysis analysis = [&] {  // what was collected for it is not needed any more
    Analyst analyst(find_clock(clock), nouns_of);
    for (std::size_t i = 0; i < paths.size(); ++i)
      add_records(analyst, paths[i], sets[i], [](const std::string& text) { note(text); });
    return analyst.finish();
  }();
  if (!csv.empty()) {
    write_csv(analysis, csv);
    write_figure_csv(analysis, csv);
  }
  if (!latex.empty()) write_latex(analysis, latex);
  if (page.empty() && (!csv.empty() || !latex.empty())) return success;
  ReportContext context = report_context(analysis, paths, sets);
  if (!title.empty()) context.title = title;
  if (page.empty()) {
    std::string text = analysis_text(analysis, page_width);
    for (const std::string& caution : context.cautions) text += "\n" + paragraph(caution);
    print(text);
  } else {
    const std::string text = report_page(analysis, context);
    write_file(page, [&](TextWriter& out) { out.text(text); });
  }
  return success;
}

constexpr std::array<Example, 4> report_examples{{
    {"spinsack study run example --quick --out old -q && spinsack report old",
     "the main tables and a chart, on the terminal"},
    {"spinsack report old -o report.html", "one page that opens anywhere"},
    {"spinsack study run example --out new -q && spinsack report old new -o both.html",
     "two machines or versions side by side"},
    {"spinsack report new --csv tables --latex paper", "CSV for other programs, LaTeX for papers"},
}};

constexpr std::string_view about_report = R"(
Turns the records of studies into tables and figures: how often each series reaches the best known
value, its gaps, times and rank tests, and how these depend on penalty strength and size.

Without flags the main tables are printed. -o writes one HTML file that needs no network and no
other file. You can hover over its figures, filter and save them, and sort and filter its tables. It
says where the records come from and how to make them again.

Several paths are several sets of records. They are shown side by side and tested against each
other.
)";

}  // namespace

extern const Command report_command;
const Command report_command{"report", "records -> one self-contained HTML page, CSV, LaTeX",
                             about_report, report_examples, declare<Report>};

}  // namespace spinsack::cli
