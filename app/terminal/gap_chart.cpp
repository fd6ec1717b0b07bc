// SPDX-License-Identifier: Apache-2.0
#include "terminal/gap_chart.hpp"

#include "analysis/number_text.hpp"
#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <vector>

namespace spinsack::cli {
namespace {

constexpr std::size_t rows = 10;  // above the line for zero
constexpr std::size_t widest_step = 6;
constexpr std::array<const char*, 8> symbols{"●", "○", "■", "□", "▲", "△", "◆", "◇"};

std::string mark(std::size_t series, const Look& look) {
  if (look.unicode && series < symbols.size()) return symbols[series];
  return series < 26 ? std::string(1, static_cast<char>('a' + series)) : "?";
}

bool is_shown(const CurvePoint& point) {
  return point.mean_gap && point.with_feasible == point.instances;
}

// Two points of one series.
bool has_curve(const std::vector<const CurvePoint*>& points) {
  std::set<std::size_t> series;
  return std::ranges::any_of(
      points, [&](const CurvePoint* point) { return !series.insert(point->series).second; });
}

// Of one n: what is drawn, and the scales.
class GapChart {
 public:
  explicit GapChart(const std::vector<const CurvePoint*>& points) {
    std::map<double, std::string> axis;
    std::set<double> gaps;
    for (const CurvePoint* const point : points) {
      axis.try_emplace(point->x, point->strength);
      if (*point->mean_gap > 0) gaps.insert(*point->mean_gap);
    }
    for (const auto& [x, strength] : axis) strengths_.push_back(strength);
    low_ = gaps.empty() ? 1 : *gaps.begin();
    high_ = gaps.empty() ? 1 : *gaps.rbegin();
    for (const CurvePoint* const point : points) {
      const auto column = std::distance(axis.begin(), axis.find(point->x));
      auto& cell = cells_[{row_of(*point->mean_gap), static_cast<std::size_t>(column)}];
      cell.insert(point->series);
    }
  }

  std::string draw(std::size_t width, const Look& look) const {
    const std::string top = number_text::gap(high_);
    const std::string bottom = number_text::gap(low_);
    const std::size_t margin = std::max(top.size(), bottom.size());
    const std::size_t room = width > margin + 6 ? width - margin - 6 : 1;
    const std::size_t step = std::clamp<std::size_t>(room / strengths_.size(), 1, widest_step);
    std::string text;
    for (std::size_t row = rows + 1; row-- > 0;) {
      const std::string label = row == rows ? top : row == 1 ? bottom : row == 0 ? "0" : "";
      std::string line = fmt::format("  {:>{}} {}", label, margin, look.unicode ? "│" : "|");
      for (std::size_t column = 0; column < strengths_.size(); ++column)
        line += std::string(step - 1, ' ') + cell_text(row, column, look);
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
    const std::size_t length = step * strengths_.size();
    std::string rule;
    for (std::size_t c = 0; c < length; ++c) rule += look.unicode ? "─" : "-";
    text += fmt::format("  {:>{}} {}{}\n", "", margin, look.unicode ? "└" : "+", rule);
    text += fmt::format("  {:>{}}  {}\n", "", margin, axis_text(step));
    return text;
  }

 private:
  std::size_t row_of(double gap) const {
    if (gap <= 0) return 0;
    if (high_ <= low_) return rows;
    const double share = std::log(gap / low_) / std::log(high_ / low_);
    return 1 + static_cast<std::size_t>(std::lround(share * (rows - 1)));
  }

  std::string cell_text(std::size_t row, std::size_t column, const Look& look) const {
    const auto place = cells_.find({row, column});
    if (place == cells_.end()) return " ";
    return place->second.size() == 1 ? mark(*place->second.begin(), look) : "*";
  }

  // Strengths under their columns, ending there, as many as fit.
  std::string axis_text(std::size_t step) const {
    std::string text;
    for (std::size_t column = 0; column < strengths_.size(); ++column) {
      const std::size_t end = step * (column + 1);
      const std::string& strength = strengths_[column];
      const std::size_t start = end > strength.size() ? end - strength.size() : 0;
      if (!text.empty() && start < text.size() + 1) continue;
      text += std::string(start - std::min(start, text.size()), ' ') + strength;
    }
    return text;
  }

  std::vector<std::string> strengths_;
  double low_ = 1;
  double high_ = 1;
  std::map<std::pair<std::size_t, std::size_t>, std::set<std::size_t>> cells_;  // row, column
};

}  // namespace

std::string gap_charts(const Analysis& analysis, std::size_t width, const Look& look) {
  std::map<Index, std::vector<const CurvePoint*>> by_n;
  for (const CurvePoint& point : analysis.curves)
    if (is_shown(point)) by_n[point.n].push_back(&point);
  std::string text;
  std::set<std::size_t> series;
  for (const auto& [n, points] : by_n) {
    if (!has_curve(points)) continue;
    for (const CurvePoint* const point : points) series.insert(point->series);
    text += fmt::format("Mean gap in percent against the penalty strength, n = {}\n\n", n);
    text += GapChart(points).draw(width, look) + '\n';
  }
  if (text.empty()) return {};
  std::string legend;
  for (const std::size_t s : series)
    legend += fmt::format("{} {}  ", mark(s, look), series_title(analysis, s));
  legend += "* several";
  for (const std::string& line : wrap(legend, width > 2 ? width - 2 : 1))
    text += "  " + line + '\n';
  return text;
}

}  // namespace spinsack::cli
