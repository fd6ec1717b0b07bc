// SPDX-License-Identifier: Apache-2.0
// No slack bits: the load is pulled towards C - z for a constant z (Bontekoe et al. 2023; the paper
// takes 3). Not equivalent to the knapsack, since the best load is not known, but n variables suffice.
#pragma once

#include "formulation/encoding.hpp"

#include <tuple>

namespace spinsack {

struct OffsetEncoding {
  static constexpr std::string_view name = "offset";
  static constexpr std::string_view help = "no slack bits: a constant slack";
  static constexpr bool uses_bound = false;
  double offset = 3;
  static constexpr auto fields() {
    return std::tuple{Field{"offset", &OffsetEncoding::offset, -1e15, 1e15,
                            "the assumed slack, in the integer units of the weights"}};
  }

  Slack slack(const SlackRequest&) const {
    Slack slack;
    slack.constant = offset;
    return slack;
  }
};

}  // namespace spinsack
