// SPDX-License-Identifier: Apache-2.0
// One bit per value 0..D, of which a second penalty of the same strength wants exactly one.
#pragma once

#include "formulation/encoding.hpp"

#include <tuple>

namespace spinsack {

struct OnehotEncoding {
  static constexpr std::string_view name = "onehot";
  static constexpr std::string_view help =
      "one bit per value 0..D, and a penalty unless exactly one is set";
  static constexpr bool uses_bound = true;
  static constexpr auto fields() { return std::tuple{}; }

  Slack slack(const SlackRequest& request) const {
    require_slack_bits(name, request.bound + 1);
    Slack slack;
    slack.one_hot = true;
    for (Weight value = 0; value <= request.bound; ++value) slack.coefficients.push_back(value);
    return slack;
  }
};

}  // namespace spinsack
