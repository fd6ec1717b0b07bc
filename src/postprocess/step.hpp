// SPDX-License-Identifier: Apache-2.0
// Post-processing steps, as a catalog, and pipelines of them written as text. The paper's variants are
// settings, not code: SA is `none`, SA-R `repair`, SA-RF `repair+fill`, SA-I `fill+exchange`, SA-RI
// `repair+fill+exchange`; Greedy is that last one applied to all ones. A new step is one file and a line
// in step.cpp.
#pragma once

#include "instance/knapsack_state.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

struct Step {
  std::string_view name;
  std::string_view help;
  bool needs_feasible;  // skipped on a candidate that is overloaded
  void (*apply)(KnapsackState& state);
};

[[nodiscard]] std::span<const Step> steps();

using Pipeline = std::vector<const Step*>;

// "none", or step names joined by '+'. UsageError with the nearest name otherwise.
[[nodiscard]] Pipeline parse_pipeline(std::string_view text);
void run_pipeline(const Pipeline& pipeline, KnapsackState& state);

}  // namespace spinsack
