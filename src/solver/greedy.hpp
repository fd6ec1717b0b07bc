// SPDX-License-Identifier: Apache-2.0
// The paper's Greedy (postprocess/greedy.hpp) as a method. It has no parameters and ignores the seed.
#pragma once

#include "solver/incumbent.hpp"

#include <tuple>

namespace spinsack {

struct Greedy {
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view help = "drop the least efficient items, fill, exchange once";
  static constexpr auto fields() { return std::tuple{}; }

  void solve(const QkpInstance& instance, Incumbent& incumbent) const;
};

}  // namespace spinsack
