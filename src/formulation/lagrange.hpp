// SPDX-License-Identifier: Apache-2.0
// No slack bits: a price per unit of capacity holds the load at C and the square only keeps it there,
//
//   -profit + mu (load - C) + strength (load - C)^2
//     = -profit + strength (load - C + mu / (2 strength))^2 - mu^2 / (4 strength),
//
// which is the offset encoding with the offset that theory asks for. mu is the profit per weight at
// the margin between items in and out; with it, strength can be small enough to leave flips cheap.
// Related: offset encoding (Bontekoe et al. 2023), unbalanced penalisation (Montanez-Barrera et al.
// 2024), augmented Lagrangians in general.
#pragma once

#include "formulation/encoding.hpp"

#include <optional>
#include <tuple>

namespace spinsack {

struct LagrangeEncoding {
  static constexpr std::string_view name = "lagrange";
  static constexpr std::string_view help = "no slack bits: a price on capacity and a weak square";
  static constexpr bool uses_bound = false;
  std::optional<double> mu;
  static constexpr auto fields() {
    return std::tuple{Field{"mu", &LagrangeEncoding::mu, 0.0, 1e15,
                            "price per unit of weight; auto: at the margin of a greedy solution"}};
  }

  Slack slack(const SlackRequest& request) const {
    const double price = mu ? *mu : request.critical_price();
    Slack slack;
    slack.constant = price / (2 * request.strength);
    slack.energy = -price * price / (4 * request.strength);
    return slack;
  }
};

}  // namespace spinsack
