// SPDX-License-Identifier: Apache-2.0
// Weights that follow the profits. Items differ in popularity, which scales all their profits; at
// strength 1 the weight of an item is proportional to its own profit plus all its pair profits, so
// that profit per weight, which greedy methods sort by, is nearly the same for all and says
// nothing. At strength 0 weights are independent; between, a mixture.
#pragma once

#include "instance/families/common.hpp"
#include "instance/qkp.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace spinsack {

struct CorrelatedFamily : FamilyBasics {
  static constexpr std::string_view name = "correlated";
  static constexpr std::string_view help =
      "weights in proportion to profits: greedy orders tell nothing";
  static constexpr std::array<std::string_view, 3> in_name{"n", "density", "strength"};
  double density = 25;
  double strength = 1;
  static constexpr auto fields() {
    return std::tuple_cat(
        size_field(largest_dense),
        std::tuple{Field{"density", &CorrelatedFamily::density, 0.0, 100.0,
                         "chance that a profit is present, in percent"},
                   Field{"strength", &CorrelatedFamily::strength, 0.0, 1.0,
                         "0: weights independent of profits; 1: proportional to them"}},
        seed_field(), weight_fields(), profit_fields());
  }

  QkpInstance::Data draw() const {
    QkpInstance::Data data;
    std::vector<double> popularity(at(size()));
    Rng items = rng("correlated items");
    for (double& share : popularity) share = 0.1 + 0.9 * items.real();

    Rng profits = rng("correlated profits");
    const auto draw_profit = [&](double share) {
      if (profits.real() >= density / 100) return Profit{0};
      return at_share(profit_min, profit_max, share * profits.real());
    };
    std::vector<Profit> worth(at(size()));  // own profit and all pairs
    SymmetricRowsBuilder pairs(size());
    std::vector<Profit> row;
    for (Index i = 0; i < size(); ++i) {
      data.profit.push_back(draw_profit(popularity[at(i)]));
      worth[at(i)] += data.profit.back();
      row.clear();
      for (Index j = i + 1; j < size(); ++j) {
        row.push_back(draw_profit(popularity[at(i)] * popularity[at(j)]));
        worth[at(i)] += row.back();
        worth[at(j)] += row.back();
      }
      pairs.add_run(i, i + 1, row);
    }
    data.pair_profit = std::move(pairs).finish();
    data.weight = draw_weights(worth);
    data.capacity = capacity(data.weight, rng("correlated capacity"));
    return data;
  }

 private:
  std::vector<Weight> draw_weights(const std::vector<Profit>& worth) const {
    const double most = static_cast<double>(std::max(Profit{1}, *std::ranges::max_element(worth)));
    Rng weights = rng("correlated weights");
    std::vector<Weight> drawn;
    for (const Profit value : worth) {
      const double share = static_cast<double>(std::max(Profit{0}, value)) / most;
      const double mixed = strength * share + (1 - strength) * weights.real();
      const Weight weight = std::llround(static_cast<double>(weight_max) * mixed);
      drawn.push_back(std::clamp(weight, weight_min, weight_max));
    }
    return drawn;
  }
};

}  // namespace spinsack
