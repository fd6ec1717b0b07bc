// SPDX-License-Identifier: Apache-2.0
// Half unary, half coarser: K = ceil(D / 3) ones, then K twos. Reaches 3K, which may exceed D by two,
// as in the paper.
#pragma once

#include "formulation/encoding.hpp"

#include <tuple>

namespace spinsack {

struct HybridEncoding {
  static constexpr std::string_view name = "hybrid";
  static constexpr std::string_view help = "bits worth 1 or 2: about 2 D / 3 bits";
  static constexpr bool uses_bound = true;
  static constexpr auto fields() { return std::tuple{}; }

  Slack slack(const SlackRequest& request) const {
    const Weight each = request.bound / 3 + (request.bound % 3 != 0 ? 1 : 0);
    require_slack_bits(name, 2 * each);
    Slack slack;
    slack.coefficients.assign(static_cast<std::size_t>(each), 1);
    slack.coefficients.insert(slack.coefficients.end(), static_cast<std::size_t>(each), 2);
    return slack;
  }
};

}  // namespace spinsack
