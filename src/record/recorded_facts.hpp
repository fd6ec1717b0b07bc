// SPDX-License-Identifier: Apache-2.0
// What a record knows of its instance, in one form for all problems: knapsacks have members of their own for it, other
// problems an object of facts.
#pragma once

#include "record/record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

// How users read the values of an instance: v in a record stands for v / 10^digits, and for minus that if it is
// minimised. Kept among the facts of problems that are no knapsacks, where it is anything but whole and maximised.
struct ValueForm {
  int digits = 0;
  bool minimised = false;
  friend bool operator==(const ValueForm&, const ValueForm&) = default;

  std::string text(Profit value) const;
  double number(double value) const;
};
[[nodiscard]] ValueForm value_form(const InstanceRecord& instance);
void note_value_form(const ValueForm& form, InstanceRecord& instance);

// Names and numbers: n first, then the one that tables group by. Without the form of the values.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> recorded_facts(
    const InstanceRecord& instance);

// The fact that tables group by besides n, and the number that an instance comes under. Densities are in whole percents,
// below one percent with one digit, so that random instances of one kind come together.
struct GroupFact {
  std::string name;  // "d" for a density; empty if there is none
  double number = 0;
};
[[nodiscard]] GroupFact group_fact(const InstanceRecord& instance);

}  // namespace spinsack
