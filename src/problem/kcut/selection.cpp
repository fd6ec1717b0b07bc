// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/selection.hpp"

#include <algorithm>
#include <cmath>

namespace spinsack::kcut {

std::vector<std::uint8_t> select_survivors(std::span<const Value> cuts, double colder,
                                           double chance) {
  const Value best = *std::ranges::max_element(cuts);
  const auto frequency = [&](Value cut) {
    return std::exp(colder * static_cast<double>(cut - best));
  };
  double sum = 0;
  for (const Value cut : cuts) sum += frequency(cut);
  // As many copies of each as marks at equal distances fall into its share of the sum.
  const double distance = sum / static_cast<double>(cuts.size());
  double mark = chance * distance;
  double passed = 0;
  std::vector<std::uint8_t> source(cuts.size());
  std::vector<std::uint8_t> more;  // copies beyond the first
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    source[i] = static_cast<std::uint8_t>(i);
    passed += frequency(cuts[i]);
    if (mark >= passed) places.push_back(i);
    for (bool first = true; mark < passed; mark += distance, first = false)
      if (!first) more.push_back(static_cast<std::uint8_t>(i));
  }
  // Rounding may move the last mark behind the end: then one that should have gone stays.
  for (std::size_t i = 0; i < std::min(places.size(), more.size()); ++i)
    source[places[i]] = more[i];
  return source;
}

}  // namespace spinsack::kcut
