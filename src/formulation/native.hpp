// SPDX-License-Identifier: Apache-2.0
// No penalty at all: the objective alone, and beside it the capacity as an inequality, for machines that take one.
// The same study with this encoding and with another shows what the penalty costs such a machine. It sees no more of
// the instance than before: an objective and one line of weights. Some machines answer with samples that break the
// inequality all the same; decoding and post-processing take them as they take any other.
#pragma once

#include "formulation/encoding.hpp"

#include <tuple>

namespace spinsack {

struct NativeEncoding {
  static constexpr std::string_view name = "native";
  static constexpr std::string_view help =
      "no penalty: the capacity as an inequality, for machines that take one";
  static constexpr bool uses_bound = false;
  static constexpr StrengthSpread spread{.unit = StrengthUnit::none, .factors = {1, 1, 1}};
  static constexpr auto fields() { return std::tuple{}; }

  Slack slack(const SlackRequest& /*request*/) const {
    return {.coefficients = {}, .native = true};
  }
};

}  // namespace spinsack
