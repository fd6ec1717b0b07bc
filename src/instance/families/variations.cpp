// SPDX-License-Identifier: Apache-2.0
#include "instance/families/variations.hpp"

#include "core/rng.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

Weight sum_of(const std::vector<Weight>& weights) {
  return std::accumulate(weights.begin(), weights.end(), Weight{0});
}

// The capacity keeps its share of all weight, rounded.
void make_weights_unit(QkpInstance::Data& data) {
  const Weight sum = sum_of(data.weight);
  const auto items = static_cast<Wide>(data.weight.size());
  data.capacity = static_cast<Weight>((2 * items * data.capacity + sum) / (2 * Wide{sum}));
  std::ranges::fill(data.weight, 1);
}

Weight share_of(Weight sum, double tightness) {
  const auto share = static_cast<Weight>(std::floor(tightness * static_cast<double>(sum) + 0.5));
  // Sums beyond 2^53 are rounded above, yet all of them must fit where all is asked for.
  return tightness >= 1 ? std::max(share, sum) : share;
}

}  // namespace

void FamilyVariations::apply(QkpInstance::Data& data, std::uint64_t seed) const {
  if (weights == "unit") make_weights_unit(data);
  if (tightness) data.capacity = share_of(sum_of(data.weight), *tightness);
  if (negative > 0) change_signs(data, seed);
}

// Items first, then pairs row by row, those without a profit left out.
void FamilyVariations::change_signs(QkpInstance::Data& data, std::uint64_t seed) const {
  Rng signs(seed, stream_of("negative profits"));
  const auto changed = [&](Profit profit) {
    return signs.real() < negative / 100 ? -profit : profit;
  };
  for (Profit& profit : data.profit)
    if (profit != 0) profit = changed(profit);
  const SymmetricRows& pairs = data.pair_profit;
  SymmetricRowsBuilder builder(pairs.size());
  std::vector<Profit> row;
  for (Index i = 0; i < pairs.size(); ++i) {
    if (!pairs.dense()) {
      pairs.for_each_in_row(i, [&](Index j, auto profit) {
        if (j > i) builder.add(i, j, changed(static_cast<Profit>(profit)));
      });
      continue;
    }
    row.assign(at(pairs.size() - i - 1), 0);
    pairs.for_each_in_row(i, [&](Index j, auto profit) {
      if (j > i) row[at(j - i - 1)] = changed(static_cast<Profit>(profit));
    });
    builder.add_run(i, i + 1, row);
  }
  data.pair_profit = std::move(builder).finish();
}

}  // namespace spinsack
