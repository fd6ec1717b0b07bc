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

std::string figure_name(const FigureKind& kind) { return fmt::format("figure_{}", kind.name); }

TextTable figure_table(const FigureKind& kind, const std::vector<Panel>& panels) {
  TextTable table{
      .name = figure_name(kind), .title = std::string(kind.title), .header = {"choice", "panel"}};
  const std::vector<std::string>& columns = panels.front().data.columns;
  table.header.insert(table.header.end(), columns.begin(), columns.end());
  for (const Panel& panel : panels)
    for (const std::vector<Datum>& row : panel.data.rows) {
      table.rows.push_back({panel.choice, panel.title});
      for (const Datum& datum : row) table.rows.back().push_back(cell_text(datum));
    }
  return table;
}

std::filesystem::path path_of(const std::string& table, const std::string& directory) {
  return std::filesystem::path(directory) / (table + ".csv");
}

void write_table(const TextTable& table, const std::string& directory) {
  write_file(path_of(table.name, directory).string(),
             [&](TextWriter& out) { out.text(csv_text(table)); });
}

}  // namespace

void write_figure_csv(const Analysis& analysis, const std::string& directory) {
  for (const TextTable& table : paper_tables(analysis)) write_table(table, directory);
  for (const FigureKind& kind : figure_kinds()) {
    const std::vector<Panel> panels = kind.panels(analysis);
    if (panels.empty())  // lest the file of an earlier analysis stays
      std::filesystem::remove(path_of(figure_name(kind), directory));
    else
      write_table(figure_table(kind, panels), directory);
  }
}

}  // namespace spinsack
