// SPDX-License-Identifier: Apache-2.0
// Where graphs come from: files, suites and families, as rows of the problem.
#pragma once

#include "problem/problem.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::kcut {

[[nodiscard]] std::span<const ReadingFlag> kcut_reading();
[[nodiscard]] std::span<const FormatRow> kcut_formats();
[[nodiscard]] std::span<const SuiteRow> kcut_suites();
[[nodiscard]] std::span<const FamilyRow> kcut_families();
[[nodiscard]] std::vector<std::string> match_published_kcut(std::string_view text);
[[nodiscard]] Instance build_published_kcut(std::string_view full_name,
                                            const ReadSettings& settings);

}  // namespace spinsack::kcut
