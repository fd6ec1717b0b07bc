// SPDX-License-Identifier: Apache-2.0
// How far values are from the best known one.
#pragma once

#include "core/types.hpp"

#include <optional>

namespace spinsack {

// 100 (best - value) / |best|: below 0 if the value is better. Nothing if best is 0.
[[nodiscard]] std::optional<double> gap_percent(Profit best, Profit value);

// 100 (best - value + 1 - success_rate) / |best|, after the paper: value is the best of some reads and
// success_rate, in 0..1, their share that reaches best. Values are whole, so reads that reach best more often
// never outweigh a better value; 0 means that every read reaches best. Nothing if best is 0.
[[nodiscard]] std::optional<double> aggregated_gap_percent(Profit best, Profit value,
                                                           double success_rate);

}  // namespace spinsack
