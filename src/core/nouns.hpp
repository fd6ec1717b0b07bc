// SPDX-License-Identifier: Apache-2.0
// What the things of a problem are called, for messages, tables and reports, whose authors know no problem.
#pragma once

#include <string_view>

namespace spinsack {

struct Nouns {
  std::string_view instance = "instance";       // "knapsack"
  std::string_view element = "element";         // "item"
  std::string_view elements = "elements";       // "items"
  std::string_view label = "label";             // "in", "part"
  std::string_view limits = "the constraints";  // that a feasible answer keeps: "the capacity"
  std::string_view value = "value";             // that an answer is worth: "profit"
  // An answer that is always there, of value 0: "the empty knapsack". Empty if there is none.
  std::string_view trivial = {};
  // What the strength scale:a stands for.
  std::string_view scaled = "a, in strengths that are proven safe";
};

}  // namespace spinsack
