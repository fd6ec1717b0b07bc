// SPDX-License-Identifier: Apache-2.0
// One-flip tabu search, iterated (Glover 1989; the tenure of Palubeckis 2006): each step makes the best flip
// whose variable was not flipped lately, uphill or not; a tabu flip is allowed if it leads to a new best. When
// nothing new was found for a while, the search goes on from the best state with some bits shaken.
#pragma once

#include "sampler/reads.hpp"

#include <optional>
#include <tuple>

namespace spinsack {

struct TabuSearch {
  static constexpr std::string_view name = "tabu";
  static constexpr std::string_view help =
      "tabu search: best allowed flip, restarts from shaken best states";
  std::int64_t steps = 100'000;
  std::optional<double> tenure;
  std::optional<double> patience;
  double shake = 0.1;
  static constexpr auto fields() {
    using Self = TabuSearch;
    return std::tuple{
        Field{"steps", &Self::steps, std::int64_t{0}, std::int64_t{1'000'000'000'000}, "flips"},
        Field{"tenure", &Self::tenure, 0.0, 1e9,
              "steps for which a flipped variable is tabu, plus 0..9 at random; auto: min(20, n / "
              "4)"},
        Field{"patience", &Self::patience, 1.0, 1e15,
              "steps without a new best before a shake; auto: 20 n"},
        Field{"shake", &Self::shake, 0.0, 1.0, "share of the variables flipped by a shake"}};
  }

  Bits read(const KernelModel& model, ReadContext& context) const;
};

}  // namespace spinsack
