// SPDX-License-Identifier: Apache-2.0
// Profits that follow the weights, the other way round than in `correlated`: weights are drawn
// first, the profit of a pair is the geometric mean or the minimum of its two weights, and that of an
// item its weight and a constant or some noise. Every choice of items that fills the knapsack
// is then nearly as good as any other, and small differences decide.
//
// Weights, presence of pairs, profits of pairs and profits of items have streams of their own: another
// rule for one of them leaves the others alone.
#pragma once

#include "instance/families/common.hpp"
#include "instance/qkp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace spinsack {

struct RelatedFamily : FamilyBasics {
  static constexpr std::string_view name = "related";
  static constexpr std::string_view help =
      "profits in proportion to weights, of pairs and of items";
  static constexpr std::array<std::string_view, 4> in_name{"n", "density", "pairs", "singles"};
  static constexpr std::string_view pair_rules[] = {"geometric", "minimum", "uniform"};
  static constexpr std::string_view single_rules[] = {"shifted", "noisy", "uniform"};
  double density = 100;
  std::string pairs = "geometric";
  std::string singles = "shifted";
  std::int64_t shift = 100;
  std::int64_t noise = 100;
  RelatedFamily() {
    weight_min = 100;
    weight_max = 1000;
  }
  static constexpr auto fields() {
    using Self = RelatedFamily;
    return std::tuple_cat(
        size_field(largest_dense),
        std::tuple{
            Field{"density", &Self::density, 0.0, 100.0,
                  "chance that a pair has a profit, in percent"},
            Choice{"pairs", &Self::pairs, pair_rules,
                   "profit of a pair: geometric mean or minimum of its weights, or uniform"},
            Choice{"singles", &Self::singles, single_rules,
                   "profit of an item: its weight plus shift, its weight plus noise, or uniform"},
            Field{"shift", &Self::shift, -largest_number, largest_number,
                  "what shifted adds to the weight"},
            Field{"noise", &Self::noise, std::int64_t{0}, largest_number,
                  "the most that noisy adds to or takes from the weight"}},
        seed_field(), weight_fields(),
        std::tuple{Field{"profit-min", &FamilyBasics::profit_min, -largest_number, largest_number,
                         "least profit where profits are uniform"},
                   Field{"profit-max", &FamilyBasics::profit_max, -largest_number, largest_number,
                         "largest profit where profits are uniform"}});
  }

  QkpInstance::Data draw() const {
    QkpInstance::Data data;
    data.weight = uniform_weights(rng("related weights"));
    data.profit = draw_singles(data.weight);
    data.pair_profit = draw_pairs(data.weight);
    data.capacity = capacity(data.weight, rng("related capacity"));
    return data;
  }

 private:
  std::vector<Profit> draw_singles(const std::vector<Weight>& weights) const {
    Rng random = rng("related singles");
    std::vector<Profit> drawn;
    for (const Weight weight : weights) {
      if (singles == "shifted")
        drawn.push_back(weight + shift);
      else if (singles == "noisy")
        drawn.push_back(weight + random.integer(-noise, noise));
      else
        drawn.push_back(uniform_profit(random));
    }
    return drawn;
  }

  SymmetricRows draw_pairs(const std::vector<Weight>& weights) const {
    if (pairs == "geometric")
      return draw_pairs_by(
          [&](Index i, Index j) { return rounded_root(weights[at(i)] * weights[at(j)]); });
    if (pairs == "minimum")
      return draw_pairs_by(
          [&](Index i, Index j) { return std::min(weights[at(i)], weights[at(j)]); });
    Rng profits = rng("related profits");
    return draw_pairs_by([&](Index, Index) { return uniform_profit(profits); });
  }

  template <class Rule>
  SymmetricRows draw_pairs_by(Rule profit_of) const {
    Rng presence = rng("related pairs");
    SymmetricRowsBuilder builder(size());
    std::vector<Profit> row;
    for (Index i = 0; i < size(); ++i) {
      row.clear();
      for (Index j = i + 1; j < size(); ++j)
        row.push_back(presence.real() < density / 100 ? profit_of(i, j) : 0);
      builder.add_run(i, i + 1, row);
    }
    return std::move(builder).finish();
  }
};

}  // namespace spinsack
