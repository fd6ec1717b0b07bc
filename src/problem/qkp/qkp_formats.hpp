// SPDX-License-Identifier: Apache-2.0
// Where knapsacks come from, as rows of the problem: files, published suites, generators.
#pragma once

#include "problem/problem.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

[[nodiscard]] std::span<const ReadingFlag> qkp_reading();
[[nodiscard]] std::span<const FormatRow> qkp_formats();
[[nodiscard]] std::span<const SuiteRow> qkp_suites();
[[nodiscard]] std::span<const FamilyRow> qkp_families();
[[nodiscard]] std::vector<std::string> match_published_qkp(std::string_view text);
[[nodiscard]] Instance build_published_qkp(std::string_view full_name,
                                           const ReadSettings& settings);

[[nodiscard]] PublishedFacts facts_of_published_qkp(std::string_view full_name);

}  // namespace spinsack
