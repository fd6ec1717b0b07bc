// SPDX-License-Identifier: Apache-2.0
// The results that Ohno, Shirai & Togawa (2024) published, and ours beside them. The numbers are those of
// data/paper/, looked up by the name of a series and the name of a published instance.
#pragma once

#include "analysis/analysis.hpp"
#include "analysis/text_tables.hpp"
#include "core/types.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

struct PaperResult {
  std::string_view series;    // "SA-RI", "SA-RI unary", "AE-R", "Greedy", "Gurobi"
  std::string_view instance;  // "medium:100_25_1"
  std::string_view strength;  // as we write it: "2^-3", "scale:5"; empty without one
  std::optional<double> feasible_share = {};
  std::optional<double> mean = {};
  std::optional<Profit> best = {};  // absent without a feasible run
  std::optional<double> success = {};
};
[[nodiscard]] std::span<const PaperResult> paper_results();
[[nodiscard]] const PaperResult* find_paper_result(std::string_view series,
                                                   std::string_view instance);

// Ours and theirs per series and group, over the instances that both have, per instance, and what the paper tells
// of groups only (paper_summaries.hpp). Only tables with rows: nothing if the records hold none of the published
// series and instances.
[[nodiscard]] std::vector<TextTable> paper_tables(const Analysis& analysis);

}  // namespace spinsack
