// SPDX-License-Identifier: Apache-2.0
#include "terminal/picture.hpp"

#include "terminal/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace spinsack::cli {
namespace {

constexpr std::array<const char*, 5> unicode_shades{" ", "░", "▒", "▓", "█"};
constexpr std::array<const char*, 5> ascii_shades{" ", ".", ":", "+", "#"};
constexpr std::array<const char*, 9> eighths{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<const char*, 3> ascii_steps{" ", ".", "#"};

std::string repeat(std::string_view text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

std::string pad(std::string_view text, std::size_t width) {
  const std::size_t shown = shown_width(text);
  return std::string(text) + std::string(shown < width ? width - shown : 0, ' ');
}

// p_i + sum_j p_ij over w_i: what a unit of weight earns while everything is in.
std::vector<double> efficiencies(const QkpInstance& instance) {
  std::vector<double> result;
  for (Index i = 0; i < instance.size(); ++i) {
    double gain = static_cast<double>(instance.profits()[at(i)]);
    instance.pair_profits().for_each_in_row(
        i, [&](Index, auto value) { gain += static_cast<double>(value); });
    result.push_back(gain / static_cast<double>(instance.weights()[at(i)]));
  }
  return result;
}

// Title, bars, and the two ends of the axis.
std::vector<std::string> panel(const std::string& title, const Histogram& bars,
                               const std::string& low, const std::string& high, const Look& look) {
  std::vector<std::string> lines{title};
  for (const std::string& line : bars.lines) lines.push_back(paint(line, Colour::yellow, look));
  const std::size_t used = low.size() + high.size();
  lines.push_back(low + std::string(bars.width > used ? bars.width - used : 1, ' ') + high);
  return lines;
}

// On a logarithmic axis where the values span more than one order of magnitude, as they do when
// weights do.
std::vector<std::string> efficiency_panel(const QkpInstance& instance, std::size_t bins,
                                          std::size_t rows, const Look& look) {
  std::vector<double> values = efficiencies(instance);
  const auto [worst, best] = std::ranges::minmax(values);
  const bool logarithmic = worst > 0 && best > 10 * worst;
  if (logarithmic)
    for (double& value : values) value = std::log(value);
  const double unit = std::pow(10.0, instance.weight_digits() - instance.profit_digits());
  return panel(fmt::format("profit per weight, all items in{}", logarithmic ? " (log)" : ""),
               histogram(values, false, bins, rows, look), fmt::format("{:.4g}", worst * unit),
               fmt::format("{:.4g}", best * unit), look);
}

}  // namespace

std::string load_bar(const QkpInstance& instance, Weight load, std::size_t width,
                     const Look& look) {
  const double whole = static_cast<double>(std::max(instance.total_weight(), instance.capacity()));
  const auto cells = [&](Weight part) {
    return static_cast<std::size_t>(
        std::lround(static_cast<double>(width) * static_cast<double>(part) / whole));
  };
  const auto& shades = look.unicode ? unicode_shades : ascii_shades;
  const std::size_t filled = std::min(cells(load), width);
  const std::size_t allowed = std::max(cells(instance.capacity()), filled);
  return paint(repeat(shades[4], filled), Colour::green, look) +
         repeat(shades[2], allowed - filled) + repeat(shades[1], width - allowed);
}

Histogram histogram(const std::vector<double>& values, bool integers, std::size_t most_bins,
                    std::size_t rows, const Look& look) {
  // 1. Bins.
  const auto [low, high] = std::ranges::minmax(values);
  const double span = integers ? high - low + 1 : high - low;
  double width = span / static_cast<double>(most_bins);
  if (integers) width = std::ceil(width);
  const auto bins = integers ? static_cast<std::size_t>(std::ceil(span / width)) : most_bins;
  std::vector<double> count(bins);
  for (const double value : values) {
    const auto bin = width > 0 ? static_cast<std::size_t>((value - low) / width) : 0;
    ++count[std::min(bin, bins - 1)];
  }
  // 2. Heights in steps: eighths of a character, or halves in ASCII. Whatever is there shows.
  const double steps = look.unicode ? 8 : 2;
  const double most = std::ranges::max(count);
  Histogram result{std::vector<std::string>(rows), bins};
  for (const double c : count) {
    double height = std::round(c / most * steps * static_cast<double>(rows));
    if (c > 0) height = std::max(height, 1.0);
    for (std::size_t row = 0; row < rows; ++row) {
      const double below = steps * static_cast<double>(rows - 1 - row);
      const auto step = static_cast<std::size_t>(std::clamp(height - below, 0.0, steps));
      result.lines[row] += look.unicode ? eighths.at(step) : ascii_steps.at(step);
    }
  }
  return result;
}

ProfitMap profit_map(const QkpInstance& instance, Index most_blocks, const Look& look) {
  // 1. Means per block.
  const Index n = instance.size();
  const Index blocks = std::min(n, most_blocks);
  const auto block_of = [&](Index i) {
    return at(static_cast<Index>(std::int64_t{i} * blocks / n));
  };
  std::vector<double> items(at(blocks));
  for (Index i = 0; i < n; ++i) ++items[block_of(i)];
  std::vector<std::vector<double>> mean(at(blocks), std::vector<double>(at(blocks)));
  double largest_profit = 0;
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    const double size = std::fabs(static_cast<double>(value));
    mean[block_of(i)][block_of(j)] += size;
    mean[block_of(j)][block_of(i)] += size;
    largest_profit = std::max(largest_profit, size);
  });
  double largest_mean = 0;
  for (std::size_t a = 0; a < mean.size(); ++a)
    for (std::size_t b = 0; b < mean.size(); ++b) {
      const double pairs = items[a] * (items[b] - (a == b ? 1 : 0));
      mean[a][b] = pairs > 0 ? mean[a][b] / pairs : 0;
      largest_mean = std::max(largest_mean, mean[a][b]);
    }
  // 2. Shades. Profits drawn evenly for every pair have half the largest as their mean: that is the
  // darkest, so that a denser instance looks denser. A sparse one would be blank and gets its own
  // scale.
  const double even = largest_profit / 2;
  ProfitMap map{{}, largest_mean > even / 4 ? even : largest_mean};
  const auto& shades = look.unicode ? unicode_shades : ascii_shades;
  for (const auto& row : mean) {
    std::string line;
    for (const double m : row) {
      const double level = m > 0 ? std::clamp(std::round(4 * m / map.full_shade), 1.0, 4.0) : 0;
      line += repeat(shades.at(static_cast<std::size_t>(level)), 2);
    }
    map.lines.push_back(std::move(line));
  }
  return map;
}

std::string picture(const QkpInstance& instance, Weight load, const Look& look) {
  constexpr std::size_t bar_width = 72;
  constexpr Index blocks = 16;
  constexpr std::size_t bins = 36;
  constexpr std::size_t rows = 5;
  constexpr std::size_t map_width = 2 * static_cast<std::size_t>(blocks) + 4;
  const auto& shades = look.unicode ? unicode_shades : ascii_shades;

  std::string text =
      fmt::format("  {}\n  load of the greedy solution {}, room left {}, beyond capacity {}\n",
                  load_bar(instance, load, bar_width, look), shades[4], shades[2], shades[1]);
  if (instance.size() < 4) return text;

  // Left the map, right one histogram above the other.
  const ProfitMap map = profit_map(instance, blocks, look);
  const std::vector<double> weights(instance.weights().begin(), instance.weights().end());
  const auto [lightest, heaviest] = std::ranges::minmax(instance.weights());
  std::vector<std::string> right =
      panel("weights", histogram(weights, true, bins, rows, look), instance.weight_text(lightest),
            instance.weight_text(heaviest), look);
  const std::vector<std::string> lower = efficiency_panel(instance, bins, rows, look);
  right.emplace_back();
  right.insert(right.end(), lower.begin(), lower.end());

  text += fmt::format("\n  {}{}\n", pad("pair profits", map_width), right[0]);
  for (std::size_t row = 0; row < std::max(map.lines.size(), right.size() - 1); ++row) {
    const std::string cells = row < map.lines.size() ? map.lines[row] : "";
    const std::string padding(map_width - shown_width(cells), ' ');
    std::string line = "  " + paint(cells, Colour::blue, look) + padding;
    if (row + 1 < right.size()) line += right[row + 1];
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  if (map.full_shade == 0) return text + "  no pair has a profit\n";
  const double profit_unit = std::pow(10.0, -instance.profit_digits());
  return text + fmt::format("  {} = mean profit of a pair {:.3g} or more\n", shades[4],
                            map.full_shade * profit_unit);
}

}  // namespace spinsack::cli
