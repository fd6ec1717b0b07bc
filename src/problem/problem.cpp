// SPDX-License-Identifier: Apache-2.0
#include "problem/problem.hpp"

#include "core/catalog.hpp"
#include "core/split.hpp"

namespace spinsack {

const Problem& find_problem(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Problem* const problem : problems()) {
    if (problem->name == name) return *problem;
    known.push_back(problem->name);
  }
  throw UsageError(unknown_word("problem", name, known));
}

Steps parse_steps(const Problem& problem, std::string_view text) {
  Steps steps;
  if (text == "none") return steps;
  for (const std::string_view name : text::split(text, '+'))
    steps.push_back(&find_entry(problem.steps(), "step", name));
  return steps;
}

}  // namespace spinsack
