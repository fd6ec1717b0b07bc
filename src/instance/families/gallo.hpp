// SPDX-License-Identifier: Apache-2.0
// The protocol of Gallo, Hammer & Simeone 1980, which nearly all of the literature follows: each
// profit, linear ones included, is present with the probability of the density and then uniform;
// weights are uniform; the capacity is uniform between 50, the largest weight, and the sum of all
// weights.
#pragma once

#include "instance/families/common.hpp"
#include "instance/qkp.hpp"

#include <array>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace spinsack {

struct GalloFamily : FamilyBasics {
  static constexpr std::string_view name = "gallo";
  static constexpr std::string_view help =
      "the classic: uniform profits, present with the probability of a density";
  static constexpr std::array<std::string_view, 2> in_name{"n", "density"};
  double density = 25;
  static constexpr auto fields() {
    return std::tuple_cat(size_field(largest_dense),
                          std::tuple{Field{"density", &GalloFamily::density, 0.0, 100.0,
                                           "chance that a profit is present, in percent"}},
                          seed_field(), weight_fields(), profit_fields());
  }

  QkpInstance::Data draw() const {
    Rng profits = rng("gallo profits");
    const auto draw_profit = [&] {
      return profits.real() < density / 100 ? uniform_profit(profits) : 0;
    };
    QkpInstance::Data data;
    SymmetricRowsBuilder pairs(size());
    std::vector<Profit> row;
    for (Index i = 0; i < size(); ++i) {
      data.profit.push_back(draw_profit());
      row.clear();
      for (Index j = i + 1; j < size(); ++j) row.push_back(draw_profit());
      pairs.add_run(i, i + 1, row);
    }
    data.pair_profit = std::move(pairs).finish();
    data.weight = uniform_weights(rng("gallo weights"));
    data.capacity = capacity(data.weight, rng("gallo capacity"));
    return data;
  }
};

}  // namespace spinsack
