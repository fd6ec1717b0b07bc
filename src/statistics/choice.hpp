// SPDX-License-Identifier: Apache-2.0
// Which penalty strength a study reports, by the rule of the paper: that with the best value; among equals that
// with the highest success rate, then the highest mean, then the smallest strength. Best and mean are over
// feasible reads (with repair, all are), rates over all reads. Comparisons are exact.
#pragma once

#include "core/types.hpp"

#include <optional>
#include <span>
#include <vector>

namespace spinsack {

struct ReadValue {
  Profit value = 0;
  bool feasible = true;
};

struct StrengthReads {
  double lambda = 0;
  std::vector<ReadValue> reads;
};

struct ChosenStrength {
  std::size_t index = 0;  // among the strengths given
  double lambda = 0;
  Profit best = 0;
  double mean = 0;
  double success_rate = 0;  // share of reads that are feasible and reach the optimum
  double feasible_share = 0;
};

// optimum: or the best known value, which reads may exceed. Nothing if no strength has a feasible read.
[[nodiscard]] std::optional<ChosenStrength> choose_strength(
    std::span<const StrengthReads> strengths, Profit optimum);

}  // namespace spinsack
