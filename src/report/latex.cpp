// SPDX-License-Identifier: Apache-2.0
#include "report/latex.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "report/shown_tables.hpp"
#include "report/words.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view preamble = R"tex(\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[a4paper,landscape,margin=15mm]{geometry}
\usepackage{booktabs}
\usepackage{longtable}
\usepackage{pgfplots}
\pgfplotsset{compat=1.17}
\definecolor{spinsack0}{HTML}{0072B2}
\definecolor{spinsack1}{HTML}{D55E00}
\definecolor{spinsack2}{HTML}{009E73}
\definecolor{spinsack3}{HTML}{CC79A7}
\definecolor{spinsack4}{HTML}{E69F00}
\definecolor{spinsack5}{HTML}{56B4E9}
\definecolor{spinsack6}{HTML}{000000}
\definecolor{spinsacknone}{HTML}{E3E3E3}
\definecolor{spinsacklight}{HTML}{FFF2CC}
\definecolor{spinsackdark}{HTML}{7A2200}
\setlength{\tabcolsep}{4pt}
\begin{document}
\scriptsize
)tex";

void write_text(const fs::path& path, const std::string& text) {
  write_file(path.string(), [&](TextWriter& out) { out.text(text); });
}

}  // namespace

void write_latex(const Analysis& analysis, const std::string& directory) {
  std::error_code fault;
  fs::create_directories(directory, fault);
  if (fault)
    throw FileError(fmt::format("{}: cannot make the directory: {}", directory, fault.message()));
  const fs::path folder(directory);
  std::string document(preamble);
  document += "\\section*{Findings}\n\\begin{itemize}\n";
  for (const std::string& finding : findings(analysis))
    document += "\\item {}" + latex_text(finding) + "\n";  // a bracket would be its label
  document += "\\end{itemize}\n\\section*{Tables}\n";
  for (const TextTable& table : shown_tables(analysis)) {
    const std::string name = "table_" + table.name;
    write_text(folder / (name + ".tex"), latex_table(table));
    document += "\\input{" + name + "}\n";
  }
  document += "\\clearpage\n\\section*{Figures}\n";
  std::vector<std::string> titles;
  for (std::size_t s = 0; s < analysis.series.size(); ++s)
    titles.push_back(series_title(analysis, s));
  for (const FigureKind& kind : figure_kinds()) {
    std::string inputs;
    int number = 0;
    for (Panel& panel : kind.panels(analysis)) {
      if (panel.x_title.empty()) panel.x_title = worded(kind.plot.x_title, analysis);
      const std::string figure = latex_figure(kind, panel, titles);
      if (figure.empty()) continue;
      const std::string name = fmt::format("figure_{}_{}", kind.name, ++number);
      write_text(folder / (name + ".tex"), figure);
      const std::string caption = panel.choice + (panel.choice.empty() ? "" : ", ") + panel.title;
      inputs += fmt::format("\\parbox[t]{{0.48\\linewidth}}{{{}\\par\\input{{{}}}}}{}\n",
                            latex_text(caption), name,
                            number % 2 == 0 ? R"(\par\medskip\noindent)" : "\\hfill");
    }
    if (!inputs.empty())
      document +=
          fmt::format("\\subsection*{{{}}}\n\\noindent {}\\par\\nopagebreak\n\\noindent {}\\par\n",
                      latex_text(kind.title), latex_text(worded(kind.reading, analysis)), inputs);
  }
  write_text(folder / "report.tex", document + "\\end{document}\n");
}

}  // namespace spinsack
