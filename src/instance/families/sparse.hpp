// SPDX-License-Identifier: Apache-2.0
// Large and sparse: every item has a profit and a few partners, drawn uniformly among all graphs
// with that many edges. The number of partners is given instead of a density, so that n can grow by
// itself; time and memory follow the number of edges.
#pragma once

#include "instance/families/common.hpp"
#include "instance/qkp.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace spinsack {

struct SparseFamily : FamilyBasics {
  static constexpr std::string_view name = "sparse";
  static constexpr std::string_view help = "a random graph of given mean degree; n up to millions";
  static constexpr std::array<std::string_view, 2> in_name{"n", "degree"};
  double degree = 10;
  static constexpr auto fields() {
    return std::tuple_cat(size_field(max_variables),
                          std::tuple{Field{"degree", &SparseFamily::degree, 0.0, 1e6,
                                           "mean number of partners of an item; at most n - 1"}},
                          seed_field(), weight_fields(), profit_fields());
  }

  std::int64_t edges() const { return std::llround(static_cast<double>(n) * degree / 2); }

  void check() const {
    FamilyBasics::check();
    if (degree > static_cast<double>(n - 1))
      refuse_parameter("degree", fmt::format("at most n - 1 = {}", n - 1), params::to_text(degree));
    if (edges() > most_pairs)
      refuse_parameter("degree", fmt::format("at most {} pairs in all", most_pairs),
                       std::to_string(edges()));
  }

  QkpInstance::Data draw() const {
    std::vector<PairKey> pairs;
    Rng graph = rng("sparse graph");
    add_random_pairs(pairs, size(), edges(), graph);
    QkpInstance::Data data;
    Rng profits = rng("sparse profits");
    for (Index i = 0; i < size(); ++i) data.profit.push_back(uniform_profit(profits));
    SymmetricRowsBuilder builder(size());
    for (const PairKey& pair : pairs) builder.add(pair.i(), pair.j(), uniform_profit(profits));
    data.pair_profit = std::move(builder).finish();
    data.weight = uniform_weights(rng("sparse weights"));
    data.capacity = capacity(data.weight, rng("sparse capacity"));
    return data;
  }
};

}  // namespace spinsack
