// SPDX-License-Identifier: Apache-2.0
// D bits of weight one. Any slack is one flip away from its neighbours, at the price of D variables.
#pragma once

#include "formulation/encoding.hpp"

#include <tuple>

namespace spinsack {

struct UnaryEncoding {
  static constexpr std::string_view name = "unary";
  static constexpr std::string_view help = "bits worth 1 each: D bits";
  static constexpr bool uses_bound = true;
  static constexpr auto fields() { return std::tuple{}; }

  Slack slack(const SlackRequest& request) const {
    require_slack_bits(name, request.bound);
    Slack slack;
    slack.coefficients.assign(static_cast<std::size_t>(request.bound), 1);
    return slack;
  }
};

}  // namespace spinsack
