// SPDX-License-Identifier: Apache-2.0
// What an answer to an instance of any problem is: one small label for each element. Of a knapsack an element is an
// item, and its label says whether it is in (1) or out (0); of a graph that is cut, an element is a vertex and its label
// the part.
#pragma once

#include "core/types.hpp"

#include <cstdint>

namespace spinsack {

using Labels = Bits;  // at most 255 different ones
using LabelView = BitView;

// Inside the library values are always maximised. Where the goal is to minimise, a value is minus what the user calls
// by that name, and Instance::value_text turns it back.
enum class Goal { maximise, minimise };

// What the literal evaluator of a problem says of an answer.
struct Judgement {
  std::int64_t value = 0;
  std::int64_t violation =
      0;  // 0 if and only if feasible; else how far it is from that, in units of the problem
  bool feasible = false;
  friend bool operator==(const Judgement&, const Judgement&) = default;
};

}  // namespace spinsack
