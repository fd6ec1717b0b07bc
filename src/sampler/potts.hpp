// SPDX-License-Identifier: Apache-2.0
// Annealing that keeps groups: of variables of which exactly one is to be set (QuboModel::groups), the set bit moves
// from one to another, and no state on the way has none or two. So a machine of this kind needs no penalty for groups;
// real ones have it too, as one-way-one-hot or discrete variables. Variables of no group flip, as in sa.
//
// A sweep offers every group another of its variables, uniformly, and every other variable a flip; costs are accepted
// with probability min(1, exp(-cost / T)). T falls linearly from 0.3 of a typical cost, measured on random states that
// keep the groups, to 0.15 of the smallest cost seen there.
#pragma once

#include "sampler/reads.hpp"

#include <optional>
#include <tuple>

namespace spinsack {

struct PottsAnnealing {
  static constexpr std::string_view name = "potts";
  static constexpr bool keeps_groups = true;
  static constexpr std::string_view help =
      "annealing that keeps one-hot groups: moves the set bit of a group";
  std::int64_t sweeps = 1000;
  std::optional<double> t_start;
  std::optional<double> t_end;
  static constexpr auto fields() {
    using Self = PottsAnnealing;
    return std::tuple{
        Field{"sweeps", &Self::sweeps, std::int64_t{0}, std::int64_t{1'000'000'000},
              "passes over all groups and other variables"},
        Field{"t-start", &Self::t_start, 1e-300, 1e300, "first temperature; auto: from the model"},
        Field{"t-end", &Self::t_end, 1e-300, 1e300, "last temperature; auto: from the model"}};
  }

  Bits read(const KernelModel& model, ReadContext& context) const;
};

}  // namespace spinsack
