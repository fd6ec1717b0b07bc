// SPDX-License-Identifier: Apache-2.0
// The order in which lanes visit the variables: all of them once per sweep, in stretches of 128 neighbours. Every second
// stretch comes first, then those between; and from sweep to sweep the stretches move on by one variable.
//
// A sweep from the first variable to the last would do, but for models whose couplings follow the numbers of the
// variables and are all equal, as in rings: a wall between two domains moves for nothing, so in the cold Metropolis always
// moves it, and a sweep in order moves all walls by one place, the same way. They never meet, and the anneal ends with as
// many walls as a random state has. A wall at the beginning of a stretch is carried along until it meets the next one, and
// stretches that move on meet all walls: on a ring of 1000 spins they leave fewer than visits in random order do. Nearly
// all variables are still visited at equal intervals, which anneals of random graphs need (stretches that begin just
// anywhere ended one percent higher after 60 sweeps), and after their neighbours, which caches and vectors live on.
// Nothing is drawn, so reads that share a sweep stay independent.
#pragma once

#include "core/types.hpp"

#include <algorithm>
#include <cstdint>

namespace spinsack {

inline constexpr Index stretch_length = 128;

// Calls visit(from, to) for parts that make a whole sweep over variables 0 .. size - 1, in order; visit returns false to
// end it early. Returns whether it was not.
template <class Visit>
bool for_each_stretch(Index size, std::int64_t sweep, Visit&& visit) {
  const std::int64_t shift = size > 0 ? sweep % size : 0;
  for (const std::int64_t half : {0, 1})
    for (std::int64_t begin = half * stretch_length; begin < size; begin += 2 * stretch_length) {
      // Variables shift + begin .. shift + end - 1, counted around.
      const std::int64_t from = shift + begin;
      const std::int64_t to = shift + std::min<std::int64_t>(begin + stretch_length, size);
      const auto number = [&](std::int64_t v) { return static_cast<Index>(v - size); };
      if (from >= size) {
        if (!visit(number(from), number(to))) return false;
        continue;
      }
      if (!visit(static_cast<Index>(from), static_cast<Index>(std::min<std::int64_t>(to, size))))
        return false;
      if (to > size && !visit(Index{0}, number(to))) return false;
    }
  return true;
}

}  // namespace spinsack
