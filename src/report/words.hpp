// SPDX-License-Identifier: Apache-2.0
// What a report says in words. Every sentence states numbers of the analysis; where there are none, it is
// left out.
#pragma once

#include "analysis/analysis.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

// A text with the words of the problem in the places {{elements}}, {{limits}} and {{value}}, and {{order}} for how
// instances are sorted.
[[nodiscard]] std::string worded(std::string_view text, const Analysis& analysis);

// The main findings, most important first.
[[nodiscard]] std::vector<std::string> findings(const Analysis& analysis);

// Where the records come from: name and value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> origin_facts(
    const Analysis& analysis);

// What to keep in mind about the whole report.
[[nodiscard]] std::vector<std::string> cautions(const Analysis& analysis);

}  // namespace spinsack
