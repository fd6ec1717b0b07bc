// SPDX-License-Identifier: Apache-2.0
// The functions that make the panels of each figure, and what they share.
#pragma once

#include "analysis/analysis.hpp"
#include "report/figure.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace spinsack {

// Results over fewer runs than this carry a note.
inline constexpr std::int64_t few_runs = 10;

// "3 of 20 points rest on fewer than 10 runs"; nothing if none does.
void note_few_runs(Panel& panel, std::int64_t few, std::int64_t all, std::string_view things);

// Whether instances have a tightness, by which heat maps sort them: knapsacks do.
[[nodiscard]] bool has_tightness(const Analysis& analysis);

[[nodiscard]] std::vector<Panel> strength_gap_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> strength_feasible_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> heat_map_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> gap_distribution_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> stage_time_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> time_to_solution_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> profile_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> target_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> trace_panels(const Analysis& analysis);
[[nodiscard]] std::vector<Panel> set_panels(const Analysis& analysis);

}  // namespace spinsack
