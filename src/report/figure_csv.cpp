// SPDX-License-Identifier: Apache-2.0
#include "report/figure_csv.hpp"

#include "analysis/csv.hpp"
#include "analysis/text_tables.hpp"
#include "core/file.hpp"
#include "core/params.hpp"
#include "report/figure.hpp"
#include "report/paper.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace spinsack {
namespace {

std::string cell_text(const Datum& datum) {
  if (const auto* text = std::get_if<std::string>(&datum)) return *text;
  if (const auto* integer = std::get_if<std::int64_t>(&datum)) return params::to_text(*integer);
  if (const auto* real = std::get_if<double>(&datum)) return params::to_text(*real);
  return {};
}

TextTable figure_table(const FigureKind& kind, const std::vector<Panel>& panels) {
  TextTable table{.name = fmt::format("figure_{}", kind.name),
                  .title = std::string(kind.title),
                  .header = {"choice", "panel"}};
  for (const Panel& panel : panels) {
    if (table.header.size() == 2)
      table.header.insert(table.header.end(), panel.data.columns.begin(), panel.data.columns.end());
    for (const std::vector<Datum>& row : panel.data.rows) {
      table.rows.push_back({panel.choice, panel.title});
      for (const Datum& datum : row) table.rows.back().push_back(cell_text(datum));
    }
  }
  return table;
}

void write_table(const TextTable& table, const std::string& directory) {
  const auto path = std::filesystem::path(directory) / (table.name + ".csv");
  write_file(path.string(), [&](TextWriter& out) { out.text(csv_text(table)); });
}

}  // namespace

void write_figure_csv(const Analysis& analysis, const std::string& directory) {
  for (const TextTable& table : paper_tables(analysis)) write_table(table, directory);
  for (const FigureKind& kind : figure_kinds()) {
    const std::vector<Panel> panels = kind.panels(analysis);
    if (!panels.empty()) write_table(figure_table(kind, panels), directory);
  }
}

}  // namespace spinsack
