// SPDX-License-Identifier: Apache-2.0
// `solve --html`: one page about one answer. What each item brings, what was left out and why, and how the search went.
#pragma once

#include "solve_report.hpp"

#include <string>

namespace spinsack::cli {

// UsageError if there are no pages for instances of its problem; to be asked before anything is solved.
void require_answer_page(const Instance& instance);

// UsageError if no answer was found.
[[nodiscard]] std::string answer_html(const Solved& solved);

}  // namespace spinsack::cli
