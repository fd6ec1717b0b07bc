// SPDX-License-Identifier: Apache-2.0
// Team formation: people with wages, and pairs who have worked together and are worth more that
// way. Most such pairs belong to one team, a few link different teams, and a small number of pairs
// is worth far more than the rest. Modelled on the team formation instances of Hochbaum et al., not
// copied from them.
//
// Profits and wages are skewed like a log-normal, whose logarithm is a sum of random terms: here a
// product of uniform numbers, since logarithms round differently from library to library.
#pragma once

#include "instance/families/common.hpp"
#include "instance/qkp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace spinsack {

struct TeamsFamily : FamilyBasics {
  static constexpr std::string_view name = "teams";
  static constexpr std::string_view help = "people, wages, and the pairs who worked together";
  static constexpr std::array<std::string_view, 2> in_name{"n", "team"};
  std::int64_t team = 8;
  double inside = 70;
  double outside = 1;
  TeamsFamily() {
    weight_min = 20;
    weight_max = 200;
  }
  static constexpr auto fields() {
    return std::tuple_cat(
        size_field(max_variables),
        std::tuple{Field{"team", &TeamsFamily::team, std::int64_t{1}, std::int64_t{10'000},
                         "mean size of a team"},
                   Field{"inside", &TeamsFamily::inside, 0.0, 100.0,
                         "chance that two members of a team have worked together, in percent"},
                   Field{"outside", &TeamsFamily::outside, 0.0, 1e6,
                         "mean number of further partners, from any team"}},
        seed_field(), weight_fields(), profit_fields());
  }

  void check() const {
    FamilyBasics::check();
    const auto people = static_cast<double>(n);
    const double largest_team = std::min(1.5 * static_cast<double>(team), people);
    const double pairs = people * (largest_team + outside) / 2;
    if (pairs > static_cast<double>(most_pairs))
      refuse_parameter("team", fmt::format("at most {} pairs in all", most_pairs),
                       fmt::format("up to {:.0f}", pairs));
  }

  QkpInstance::Data draw() const {
    const std::vector<PairKey> pairs = draw_pairs();
    QkpInstance::Data data;
    Rng profits = rng("teams profits");
    const auto draw_profit = [&] {
      double share = profits.real();
      for (int factor = 0; factor < 2; ++factor) share *= profits.real();
      return at_share(profit_min, profit_max, share);
    };
    for (Index i = 0; i < size(); ++i) data.profit.push_back(draw_profit());
    SymmetricRowsBuilder builder(size());
    for (const PairKey& pair : pairs) builder.add(pair.i(), pair.j(), draw_profit());
    data.pair_profit = std::move(builder).finish();
    Rng wages = rng("teams weights");
    for (Index i = 0; i < size(); ++i) {
      double share = wages.real();
      share *= wages.real();
      data.weight.push_back(at_share(weight_min, weight_max, share));
    }
    data.capacity = capacity(data.weight, rng("teams capacity"));
    return data;
  }

 private:
  std::vector<PairKey> draw_pairs() const {
    Rng graph = rng("teams graph");
    std::vector<Index> people(at(size()));
    std::iota(people.begin(), people.end(), 0);
    graph.shuffle(std::span(people));  // so that numbers tell nothing about teams
    std::vector<PairKey> pairs;
    for (std::size_t first = 0; first < people.size();) {
      const auto members = graph.integer((team + 1) / 2, team + team / 2);
      const std::size_t last = std::min(first + static_cast<std::size_t>(members), people.size());
      for (std::size_t a = first; a < last; ++a)
        for (std::size_t b = a + 1; b < last; ++b)
          if (graph.real() < inside / 100) pairs.emplace_back(people[a], people[b]);
      first = last;
    }
    std::ranges::sort(pairs);
    const std::int64_t all = n * (n - 1) / 2;
    const std::int64_t further = std::llround(static_cast<double>(n) * outside / 2);
    const std::int64_t wanted = static_cast<std::int64_t>(pairs.size()) + further;
    add_random_pairs(pairs, size(), std::min(all, wanted), graph);
    return pairs;
  }
};

}  // namespace spinsack
