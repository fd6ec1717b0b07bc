// SPDX-License-Identifier: Apache-2.0
// Iterated local search for any 0/1 program, with nothing but the steps that samples of machines go through.
//
//   1. No column set, repaired and improved by swaps.
//   2. Again and again: some elements of the answer at hand are drawn anew, and it is repaired and improved. The result
//      stays if it is no worse. As long as no answer is feasible, the start is random.
//
// Complexity: a round costs a repair, O(moves * entries of a row), and at most 400,000 looks at pairs of moves.
// Open: one thread; `mip` and machines are better where rows are many and tight.
#pragma once

#include "problem/program01/held_program.hpp"
#include "solver/incumbent.hpp"

#include <string_view>
#include <tuple>

namespace spinsack {

struct ProgramSearch {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view help =
      "iterated local search: draw part of the answer again, repair and improve it";
  std::int64_t rounds = 300;
  static constexpr auto fields() {
    return std::tuple{Field{"rounds", &ProgramSearch::rounds, std::int64_t{1},
                            std::int64_t{1'000'000'000},
                            "number of rounds; with a time limit, as many as fit"}};
  }

  void solve(const HeldProgram& held, Incumbent& incumbent) const;
};

}  // namespace spinsack
