// SPDX-License-Identifier: Apache-2.0
// The first multipliers of a proof, near enough to good ones for Newton steps to go on from.
#pragma once

#include "proof/majorant.hpp"

#include <optional>
#include <vector>

namespace spinsack::proof {

struct Start {
  Region region;  // with everything active and with multipliers
  std::vector<Range>
      ranges;  // that cover all numbers of items, the most promising last; empty for no restriction
};

// Nothing if interrupted. Where little fits the number of items is what the bound lacks most, so that ranges of it
// are looked at one by one from the beginning.
[[nodiscard]] std::optional<Start> start_of(const Ground& ground, Workspace& work,
                                            const linear::Impatient& impatient);

// The range as constraint: a pair of products for each end, or products of any sign for a single number of items.
// The region may have another, wider range already.
void restrict_to(Region& region, const Ground& ground, Range range);

}  // namespace spinsack::proof
