// SPDX-License-Identifier: Apache-2.0
// What a report says in words. Every sentence states numbers of the analysis; where there are none, it is
// left out.
#pragma once

#include "analysis/analysis.hpp"

#include <string>
#include <utility>
#include <vector>

namespace spinsack {

// The main findings, most important first.
[[nodiscard]] std::vector<std::string> findings(const Analysis& analysis);

// Where the records come from: name and value.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> origin_facts(
    const Analysis& analysis);

// What to keep in mind about the whole report.
[[nodiscard]] std::vector<std::string> cautions(const Analysis& analysis);

}  // namespace spinsack
