// SPDX-License-Identifier: Apache-2.0
#include "report/latex.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace spinsack {
namespace {

constexpr std::size_t colors = 7;  // named spinsack0.. in the document
constexpr std::array<std::string_view, colors> marks{
    "*", "square*", "triangle*", "diamond*", "pentagon*", "otimes*", "x"};
constexpr std::size_t most_labels = 50;  // of a category axis
constexpr std::array<std::string_view, 3> dashes{"solid", "dashed", "dotted"};

std::size_t column_of(const Panel& panel, std::string_view name) {
  const auto& columns = panel.data.columns;
  return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) -
                                  columns.begin());
}

std::optional<double> number_of(const Datum& datum) {
  if (const auto* real = std::get_if<double>(&datum)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&datum)) return static_cast<double>(*integer);
  return {};
}

std::string text_of(const Datum& datum) {
  if (const auto* text = std::get_if<std::string>(&datum)) return *text;
  if (const auto value = number_of(datum)) return fmt::format("{:.6g}", *value);
  return {};
}

// Texts in order of appearance, each with its place on an axis.
class Categories {
 public:
  std::size_t place(const std::string& text) {
    const auto [entry, fresh] = places_.emplace(text, names_.size());
    if (fresh) names_.push_back(text);
    return entry->second;
  }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> names_;
};

// One axis: from a datum to a coordinate, and the options that pgfplots needs for it.
class Axis {
 public:
  Axis(char letter, PlotForm::Scale scale, std::string_view title)
      : letter_(letter), scale_(scale), title_(title) {}

  // Zero needs a unit: below it the axis is linear.
  void see(const Datum& datum) {
    if (scale_ == PlotForm::Scale::category) categories_.place(text_of(datum));
    const auto value = number_of(datum);
    if (value && *value > 0) {
      low_ = std::min(low_, *value);
      high_ = std::max(high_, *value);
    }
  }
  std::optional<double> coordinate(const Datum& datum) {
    if (scale_ == PlotForm::Scale::category)
      return static_cast<double>(categories_.place(text_of(datum)));
    const auto value = number_of(datum);
    if (!value) return {};
    if (scale_ == PlotForm::Scale::log && *value <= 0) return {};
    if (scale_ != PlotForm::Scale::zero_log) return *value;
    return std::log1p(std::max(0.0, *value) /
                      unit());  // a gap above the best known value is below 0
  }
  std::string options() const {
    std::string text = fmt::format("{}label={{{}}}", letter_, latex_text(title_));
    if (scale_ == PlotForm::Scale::log) text += fmt::format(", {}mode=log", letter_);
    std::vector<std::string> ticks;
    std::vector<std::string> labels;
    if (scale_ == PlotForm::Scale::zero_log) {
      text += fmt::format(", {}min=0", letter_);
      ticks.emplace_back("0");
      labels.emplace_back("0");
      for (double tick = unit(); tick <= high_ * 1.001 && ticks.size() < 12; tick *= 10) {
        ticks.push_back(fmt::format("{:.5f}", std::log1p(tick / unit())));
        labels.push_back(fmt::format("{:.3g}", tick));
      }
    }
    if (scale_ == PlotForm::Scale::category) {
      // As many as fit beside each other.
      const std::size_t step = (categories_.names().size() + most_labels - 1) / most_labels;
      for (std::size_t i = 0; i < categories_.names().size(); i += step) {
        ticks.push_back(std::to_string(i));
        labels.push_back("{" + latex_text(categories_.names()[i]) + "}");
      }
      if (letter_ == 'x') text += ", xticklabel style={rotate=90, anchor=east, font=\\tiny}";
    }
    if (!ticks.empty())
      text += fmt::format(", {0}tick={{{1}}}, {0}ticklabels={{{2}}}", letter_,
                          fmt::join(ticks, ","), fmt::join(labels, ","));
    return text;
  }

 private:
  double unit() const {
    return high_ == 0 ? 1 : std::max(std::pow(10, std::floor(std::log10(low_))), high_ * 1e-5);
  }

  char letter_;
  PlotForm::Scale scale_;
  std::string title_;
  double low_ = 1e300;
  double high_ = 0;
  Categories categories_;
};

std::string style(std::size_t series, PlotForm::Shape shape) {
  const std::string look = fmt::format("color=spinsack{}, {}", series % colors,
                                       dashes.at(series / colors % dashes.size()));
  const std::string_view mark = marks.at(series % colors);
  switch (shape) {
    case PlotForm::Shape::line:
      return fmt::format("{}, mark={}, mark size=1.4pt", look, mark);
    case PlotForm::Shape::steps:
      return fmt::format("{}, const plot, no markers", look);
    case PlotForm::Shape::points:
      return fmt::format("{}, only marks, mark={}, mark size=1.2pt", look, mark);
    case PlotForm::Shape::range:
    case PlotForm::Shape::matrix:
      break;
  }
  return fmt::format(
      "{}, only marks, mark={}, mark size=1.2pt, error bars/.cd, y dir=both, y explicit", look,
      mark);
}

// The same light to dark as on the page; nothing, and zero or a value above the best known one, have colours of
// their own.
std::string heat_color(const std::optional<double>& gap, double low, double high) {
  if (!gap) return "spinsacknone";
  if (*gap <= 0) return "spinsack2";
  const double share =
      high > low ? std::clamp(std::log(*gap / low) / std::log(high / low), 0.0, 1.0) : 1.0;
  return fmt::format("spinsackdark!{:.0f}!spinsacklight", 100 * share);
}

std::string heat_map(const PlotForm& plot, const Panel& panel) {
  const std::size_t x = column_of(panel, plot.x);
  const std::size_t y = column_of(panel, plot.y);
  const std::size_t gap = column_of(panel, "gap");
  const std::size_t order = column_of(panel, "order");
  std::map<double, std::string> columns;
  Categories rows;
  double low = 1e300;
  double high = 0;
  for (const auto& row : panel.data.rows) {
    columns[number_of(row[order]).value_or(0)] = text_of(row[x]);
    rows.place(text_of(row[y]));
    const auto value = number_of(row[gap]);
    if (value && *value > 0) {
      low = std::min(low, *value);
      high = std::max(high, *value);
    }
  }
  const auto column = [&](double at) { return std::distance(columns.begin(), columns.find(at)); };
  std::string text = "\\begin{tikzpicture}[x=4mm, y=-3mm]\n";
  for (const auto& row : panel.data.rows)
    text += fmt::format("\\fill[{}] ({},{}) rectangle +(0.94,0.94);\n",
                        heat_color(number_of(row[gap]), low, high),
                        column(number_of(row[order]).value_or(0)), rows.place(text_of(row[y])));
  for (std::size_t i = 0; i < rows.names().size(); ++i)
    text += fmt::format("\\node[left, font=\\tiny] at (0,{}.5) {{{}}};\n", i,
                        latex_text(rows.names()[i]));
  for (const auto& [at, name] : columns)
    text += fmt::format("\\node[rotate=90, anchor=east, font=\\tiny] at ({}.5,{}) {{{}}};\n",
                        column(at), rows.names().size(), latex_text(name));
  return text + "\\end{tikzpicture}\n";
}

// Low and high of an interval as the distances that error bars want.
std::string interval_text(const Panel& panel, const std::vector<Datum>& row, double y) {
  const auto low = number_of(row[column_of(panel, "low")]);
  const auto high = number_of(row[column_of(panel, "high")]);
  return fmt::format(" += (0,{:.6g}) -= (0,{:.6g})", high ? std::max(0.0, *high - y) : 0.0,
                     low ? std::max(0.0, y - *low) : 0.0);
}

}  // namespace

std::string latex_figure(const FigureKind& kind, const Panel& panel,
                         const std::vector<std::string>& series_titles) {
  const PlotForm& plot = kind.plot;
  if (plot.shape == PlotForm::Shape::matrix) return heat_map(plot, panel);
  Axis x_axis('x', plot.x_scale, panel.x_title.empty() ? plot.x_title : panel.x_title);
  Axis y_axis('y', plot.y_scale, plot.y_title);
  const std::size_t x = column_of(panel, plot.x);
  const std::size_t y = column_of(panel, plot.y);
  const std::size_t series = column_of(panel, "series");
  const std::size_t what = column_of(panel, "kind");
  Categories names;
  for (const std::string& title : series_titles) names.place(title);
  for (const auto& row : panel.data.rows) {
    x_axis.see(row[x]);
    y_axis.see(row[y]);
    names.place(text_of(row[series]));
  }
  std::string plots;
  for (std::size_t s = 0; s < names.names().size(); ++s) {
    std::string points;
    for (const auto& row : panel.data.rows) {
      if (text_of(row[series]) != names.names()[s]) continue;
      if (what < row.size() && text_of(row[what]) == "fit") continue;  // the means carry the figure
      auto px = x_axis.coordinate(row[x]);
      const auto py = y_axis.coordinate(row[y]);
      if (!px || !py) continue;
      if (plot.shape == PlotForm::Shape::range)  // side by side
        *px += 0.7 *
               ((static_cast<double>(s) + 0.5) / static_cast<double>(names.names().size()) - 0.5);
      points += fmt::format("({:.6g},{:.6g})", *px, *py);
      points += plot.shape == PlotForm::Shape::range ? interval_text(panel, row, *py) + "\n" : "\n";
    }
    if (points.empty()) continue;
    plots += fmt::format("\\addplot[{}] coordinates {{\n{}}};\n\\addlegendentry{{{}}}\n",
                         style(s, plot.shape), points, latex_text(names.names()[s]));
  }
  if (plots.empty()) return {};
  return fmt::format(
      R"(\begin{{tikzpicture}}
\begin{{axis}}[width=0.95\linewidth, height=60mm, {}, {},
  legend columns=3, legend style={{at={{(0.5,1.03)}}, anchor=south, draw=none, font=\scriptsize}}, tick label style={{font=\scriptsize}}]
{}\end{{axis}}
\end{{tikzpicture}}
)",
      x_axis.options(), y_axis.options() + (plot.x == "strength" ? ", log basis x=2" : ""), plots);
}

}  // namespace spinsack
