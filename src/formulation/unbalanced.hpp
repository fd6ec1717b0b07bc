// SPDX-License-Identifier: Apache-2.0
// Unbalanced penalisation (Montanez-Barrera, Willsch, Maldonado-Romo and Michielsen, arXiv 2211.13914; Quantum Science and
// Technology 9, 2024): no slack bits, and a penalty that leans to one side. With h = C - load, of which h >= 0 is wanted,
//
//   -profit - l1 h + l2 h^2,
//
// which begins like exp(-h) and so costs less on the side that fits. l2 is the strength (--lambda). The authors tune both for a
// class of problems; for knapsacks they give l1 = 0.96 and l2 = 0.0371, and without --l1 we keep that ratio. The linear term stays
// a linear term of the model, beside the square. The encoding 'lagrange' is the same function with the l1 that theory asks for.
#pragma once

#include "formulation/encoding.hpp"

#include <optional>
#include <tuple>

namespace spinsack {

struct UnbalancedEncoding {
  static constexpr std::string_view name = "unbalanced";
  static constexpr std::string_view help =
      "no slack bits: -l1 h + lambda h^2 of the unused capacity h";
  static constexpr bool uses_bound = false;
  std::optional<double> l1;
  static constexpr auto fields() {
    return std::tuple{Field{"l1", &UnbalancedEncoding::l1, 0.0, 1e15,
                            "strength of the linear term; auto: 0.96 / 0.0371 times lambda"}};
  }

  Slack slack(const SlackRequest& request) const {
    constexpr double published_ratio = 0.96 / 0.0371;
    Slack slack;
    slack.price = l1 ? *l1 : published_ratio * request.strength;
    return slack;
  }
};

}  // namespace spinsack
