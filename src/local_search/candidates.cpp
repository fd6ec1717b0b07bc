// SPDX-License-Identifier: Apache-2.0
#include "local_search/candidates.hpp"

#include <algorithm>
#include <utility>

namespace spinsack {
namespace {

using RankedItems = std::vector<std::pair<double, Index>>;  // smallest first

std::vector<Index> best_of(RankedItems& ranked, std::size_t count) {
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(count, ranked.size()));
  std::partial_sort(ranked.begin(), end, ranked.end());
  std::vector<Index> items;
  for (auto entry = ranked.begin(); entry != end; ++entry) items.push_back(entry->second);
  return items;
}

}  // namespace

Candidates candidates(const KnapsackState& state, double price, std::size_t count) {
  const QkpInstance& instance = state.instance();
  RankedItems in;
  RankedItems out;
  for (Index i = 0; i < instance.size(); ++i) {
    const Weight weight = instance.weights()[at(i)];
    const double z = static_cast<double>(state.gain(i)) - price * static_cast<double>(weight);
    if (state.holds(i))
      in.emplace_back(z, i);
    else if (weight <= instance.capacity())
      out.emplace_back(-z, i);
  }
  return {best_of(in, count), best_of(out, count)};
}

}  // namespace spinsack
