// SPDX-License-Identifier: Apache-2.0
// A solution as the list of its items.
#pragma once

#include "core/types.hpp"

#include <vector>

namespace spinsack {

// Ascending, counted from 0.
[[nodiscard]] inline std::vector<Index> chosen_items(BitView bits) {
  std::vector<Index> items;
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i] != 0) items.push_back(static_cast<Index>(i));
  return items;
}

}  // namespace spinsack
