// SPDX-License-Identifier: Apache-2.0
// What `info` tells about an instance of a problem that has no page of its own, as data and as text.
#pragma once

#include "problem/instance.hpp"
#include "terminal/terminal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace spinsack::cli {

struct ProblemFacts {
  std::optional<std::int64_t> upper_bound = {};  // by the problem's own bound, if it has one
  double seconds_read = 0;
  double seconds_bound = 0;
};

[[nodiscard]] ProblemFacts problem_facts_of(const Instance& instance, double seconds_read);

[[nodiscard]] std::string problem_facts_page(const Instance& instance, const ProblemFacts& facts,
                                             const Look& look);
[[nodiscard]] std::vector<std::string> problem_facts_heading();  // of the row below
[[nodiscard]] std::vector<std::string> problem_facts_row(const Instance& instance,
                                                         const ProblemFacts& facts);
[[nodiscard]] std::string problem_facts_json(const Instance& instance, const ProblemFacts& facts);

}  // namespace spinsack::cli
