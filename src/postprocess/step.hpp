// SPDX-License-Identifier: Apache-2.0
// Post-processing steps, as a catalog, and pipelines of them written as text. The paper's variants are
// settings, not code: SA is `none`, SA-R `repair`, SA-RF `repair+fill`, SA-I `fill+exchange`, SA-RI
// `repair+fill+exchange`; Greedy is that last one applied to all ones. A new step is one file and a line
// in step.cpp.
#pragma once

#include "core/stop.hpp"
#include "instance/knapsack_state.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

struct Step {
  std::string_view name;
  std::string_view help;
  bool needs_feasible;  // skipped on a candidate that is overloaded
  // Ends early if watch, which may be null, says so.
  void (*apply)(KnapsackState& state, StopCheck* watch);
};

[[nodiscard]] std::span<const Step> steps();

using Pipeline = std::vector<const Step*>;

// "none", or step names joined by '+'. UsageError with the nearest name otherwise.
[[nodiscard]] Pipeline parse_pipeline(std::string_view text);
// Likewise. A repair that was ended leaves the state overloaded.
void run_pipeline(const Pipeline& pipeline, KnapsackState& state, StopCheck* watch = nullptr);

}  // namespace spinsack
