// SPDX-License-Identifier: Apache-2.0
// An instance to look at: how much of everything fits, how weights and efficiencies are spread, and
// which pairs of items have a profit.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"
#include "terminal/terminal.hpp"

#include <string>
#include <vector>

namespace spinsack::cli {

// A bar as long as all weights together (or the capacity, if that is more): filled up to load,
// shaded up to the capacity, dotted beyond.
[[nodiscard]] std::string load_bar(const QkpInstance& instance, Weight load, std::size_t width,
                                   const Look& look);

// Bars of equal width between the smallest and the largest value, `rows` characters high. Integer
// data get bins of equally many integers, lest an even spread look like a comb.
struct Histogram {
  std::vector<std::string> lines;  // top first
  std::size_t width = 0;           // characters per line
};
[[nodiscard]] Histogram histogram(const std::vector<double>& values, bool integers,
                                  std::size_t most_bins, std::size_t rows, const Look& look);

// The matrix of pair profits in square blocks, shaded by the mean profit of a pair (zeros included,
// signs left out).
struct ProfitMap {
  std::vector<std::string> lines;  // two characters per block
  double full_shade = 0;           // the mean that the darkest shade stands for, or less
};
[[nodiscard]] ProfitMap profit_map(const QkpInstance& instance, Index most_blocks,
                                   const Look& look);

// All of it, about 75 columns wide. load is what some solution weighs.
[[nodiscard]] std::string picture(const QkpInstance& instance, Weight load, const Look& look);

}  // namespace spinsack::cli
