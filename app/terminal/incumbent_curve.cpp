// SPDX-License-Identifier: Apache-2.0
#include "terminal/incumbent_curve.hpp"

#include "problem/problem.hpp"
#include "terminal/seconds_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace spinsack::cli {
namespace {

constexpr std::size_t columns = 56;
constexpr int curve_rows = 6;
constexpr std::array<const char*, 9> curve_eighths{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// What fills `part` of a cell, 0 for nothing and 8 for all of it.
const char* cell(int part, const Look& look) {
  if (look.unicode) return curve_eighths[static_cast<std::size_t>(part)];
  return part == 0 ? " " : part < 5 ? "." : "#";
}

}  // namespace

std::string incumbent_curve(const Instance& instance, const SolveOutcome& outcome,
                            const Look& look) {
  // The answer that is always there, such as the empty knapsack, is in every trace and says nothing.
  const auto trivial = instance.problem().trivial;
  const Profit floor =
      trivial != nullptr ? trivial(instance).value : std::numeric_limits<Profit>::min();
  std::vector<ValuePoint> points;
  for (const ValuePoint& point : outcome.trace)
    if (point.value > floor) points.push_back(point);
  if (points.size() < 3) return {};

  // 1. The best value at the right edge of each column.
  constexpr double shortest = 1e-6;
  const double first = std::log(std::max(points.front().seconds, shortest));
  const double last = std::max(std::log(std::max(outcome.seconds, shortest)), first + 1e-3);
  const auto low = static_cast<double>(points.front().value);
  const auto high = static_cast<double>(points.back().value);
  std::vector<int> heights;  // in eighths of a row, at least one
  for (std::size_t c = 0; c < columns; ++c) {
    const double time = std::exp(first + (last - first) * static_cast<double>(c + 1) / columns);
    double value = low;
    for (const ValuePoint& point : points)
      if (point.seconds <= time) value = static_cast<double>(point.value);
    heights.push_back(
        1 + static_cast<int>(std::lround((8 * curve_rows - 1) * (value - low) / (high - low))));
  }

  // 2. Draw from the top.
  const std::string top = instance.value_text(points.back().value);
  const std::string bottom = instance.value_text(points.front().value);
  const std::size_t margin = std::max(top.size(), bottom.size());
  std::string text;
  for (int r = curve_rows - 1; r >= 0; --r) {
    const std::string& label = r == curve_rows - 1 ? top : r == 0 ? bottom : std::string();
    std::string line;
    for (const int height : heights) line += cell(std::clamp(height - 8 * r, 0, 8), look);
    text += fmt::format("  {:>{}}  {}\n", label, margin, paint(line, Colour::green, look));
  }
  const std::string begin = seconds_text(points.front().seconds);
  text += fmt::format("  {:>{}}  {}{:>{}}\n", "", margin, begin, seconds_text(outcome.seconds),
                      columns - begin.size());
  return text;
}

}  // namespace spinsack::cli
