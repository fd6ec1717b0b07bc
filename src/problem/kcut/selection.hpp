// SPDX-License-Identifier: Apache-2.0
// Who survives when a population of labellings gets colder (population annealing; Hukushima and Iba 2003). A labelling of
// cut c becomes exp(c / T' - c / T) times as frequent when the temperature falls from T to T'; so many copies of it go on,
// up or down to a whole number, and their number stays the same.
#pragma once

#include "problem/kcut/graph.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace spinsack::kcut {

// For each labelling, whose copy it becomes: its own if it survives. colder: 1 / T' - 1 / T. chance: uniform in [0, 1).
[[nodiscard]] std::vector<std::uint8_t> select_survivors(std::span<const Value> cuts, double colder,
                                                         double chance);

}  // namespace spinsack::kcut
