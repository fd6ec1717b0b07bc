// SPDX-License-Identifier: Apache-2.0
// Powers of two, the last one cut so that the largest slack is D exactly: m = floor(log2 D) + 1 bits
// 1, 2, 4, .., 2^(m-2), D + 1 - 2^(m-1). Every value 0..D can be written, some in two ways.
#pragma once

#include "formulation/encoding.hpp"

#include <bit>
#include <tuple>

namespace spinsack {

struct BinaryEncoding {
  static constexpr std::string_view name = "binary";
  static constexpr std::string_view help =
      "powers of two, the last one smaller to reach D: log2 D bits";
  static constexpr bool uses_bound = true;
  static constexpr auto fields() { return std::tuple{}; }

  Slack slack(const SlackRequest& request) const {
    Slack slack;
    if (request.bound == 0) return slack;
    const int bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(request.bound)));
    for (int l = 0; l + 1 < bits; ++l) slack.coefficients.push_back(Weight{1} << l);
    slack.coefficients.push_back(request.bound + 1 - (Weight{1} << (bits - 1)));
    return slack;
  }
};

}  // namespace spinsack
