// SPDX-License-Identifier: Apache-2.0
// No slack bits, and the square holds the number of items instead of the load:
//
//   -profit + mu (load - C) + nu (count - k) + strength (count - k)^2.
//
// A square of the load makes an exchange of two items pass through states that cost strength w^2, and strengths that pin
// the load to the capacity freeze the machine long before profits matter. A square of the count costs the strength
// alone, whatever the weights. On the hyperplane of k items the price mu decides how heavy they are, so the load comes out
// where it is wanted, a little to either side, and post-processing does the rest. Prices: instance/hyperplane_prices.hpp.
//
// k and the load are guesses, so samples should come from several of them. The turn chooses: other k, loads on both sides
// of the capacity. Turn 0 is the greedy solution's k and the capacity itself.
#pragma once

#include "formulation/encoding.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <tuple>

namespace spinsack {

struct HyperplaneEncoding {
  static constexpr std::string_view name = "hyperplane";
  static constexpr std::string_view help =
      "no slack bits: prices on load and items, and a square of the number of items";
  static constexpr bool uses_bound = false;
  std::optional<double> items;
  std::optional<double> unused;
  static constexpr auto fields() {
    using Self = HyperplaneEncoding;
    return std::tuple{
        Field{
            "items", &Self::items, 0.0, 1e9,
            "number of items wanted; auto: that of a greedy solution, and others near it in turn"},
        Field{"unused", &Self::unused, -1e15, 1e15,
              "capacity that the price leaves unused, in integer units; auto: none and some in "
              "turn"}};
  }
  static constexpr StrengthSpread spread{StrengthUnit::pair_profit, std::array{16.0, 8.0, 32.0}};

  Slack slack(const SlackRequest& request) const {
    const HyperplanePrices prices = request.hyperplane_prices(wish(request));
    Slack slack;
    slack.price = prices.per_load;
    slack.count = ItemCount{prices.items, prices.per_item};
    return slack;
  }

 private:
  // Periods that have no common factor, so that every k meets every load.
  HyperplaneWish wish(const SlackRequest& request) const {
    constexpr std::array<Index, 8> more{0, 1, 2, 0, 1, 2, -1, 3};
    constexpr std::int64_t loads = 17;  // on both sides of the capacity
    constexpr std::int64_t stride = 5;  // neighbours in turn are far from each other
    constexpr double step = 0.04;       // of a mean weight
    const auto turn = static_cast<std::uint64_t>(request.turn);
    HyperplaneWish wish;
    if (items)
      wish.items = static_cast<Index>(*items);
    else
      wish.more = more[turn % more.size()];
    const std::int64_t side = (request.turn % loads * stride + loads / 2) % loads - loads / 2;
    wish.unused = unused ? static_cast<Weight>(*unused)
                         : static_cast<Weight>(std::nearbyint(static_cast<double>(side) * step *
                                                              request.mean_weight));
    return wish;
  }
};

}  // namespace spinsack
