// SPDX-License-Identifier: Apache-2.0
// The figures of a report as data: which rows each one shows. The page draws them from a Vega specification,
// LaTeX from pgfplots, and the CSV behind a figure is these rows as they are.
//
// A new figure is a function that makes its panels, a specification in page/figures/ and a line in catalog.cpp.
#pragma once

#include "analysis/analysis.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace spinsack {

// Absent, a number, or text.
using Datum = std::variant<std::monostate, std::int64_t, double, std::string>;

template <class T>
Datum datum(const std::optional<T>& value) {
  return value ? Datum(*value) : Datum();
}

struct DataTable {
  std::vector<std::string> columns;
  std::vector<std::vector<Datum>> rows;
};

// One coordinate system. Panels of one choice are shown side by side; several choices, such as one per
// series, are shown one at a time.
struct Panel {
  std::string choice = {};
  std::string title = {};
  std::string x_title = {};  // empty: as the plot form says
  DataTable data = {};
  std::vector<std::string> facts = {};  // numbers that belong below it
  std::vector<std::string> notes = {};  // what a reader should know before trusting it
};

// How a figure looks where there is no Vega: which columns are plotted against each other.
struct PlotForm {
  enum class Scale {
    linear,
    log,
    zero_log,
    category
  };  // zero_log: logarithmic, with room for zero
  enum class Shape { line, steps, points, range, matrix };
  std::string_view x;
  std::string_view x_title;
  Scale x_scale = Scale::linear;
  std::string_view y;
  std::string_view y_title;
  Scale y_scale = Scale::linear;
  Shape shape = Shape::line;
};

struct FigureKind {
  std::string_view name;  // of the specification and of exported files
  std::string_view title;
  std::string_view reading;  // how to read it
  std::string_view spec;     // Vega
  PlotForm plot;
  std::vector<Panel> (*panels)(const Analysis& analysis);  // none: the records have nothing for it
};
[[nodiscard]] std::span<const FigureKind> figure_kinds();

}  // namespace spinsack
