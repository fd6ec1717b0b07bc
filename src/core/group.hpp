// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.hpp"

#include <span>

namespace spinsack {

// Columns of a program or variables of a model that stand side by side, of which exactly one is to be set.
struct Group {
  Index first = 0;
  Index size = 0;

  Index end() const { return first + size; }
  friend bool operator==(const Group&, const Group&) = default;
};

// Throws InvalidInstance unless the groups are in order, apart from each other, not empty and within 0..size-1.
void check_groups(std::span<const Group> groups, Index size);

}  // namespace spinsack
