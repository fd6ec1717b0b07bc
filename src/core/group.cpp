// SPDX-License-Identifier: Apache-2.0
#include "core/group.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

namespace spinsack {

void check_groups(std::span<const Group> groups, Index size) {
  Index end = 0;  // of the group before
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    if (group.size < 1 || group.first < end || group.size > size - group.first)
      throw InvalidInstance(fmt::format(
          "group {} of {} variables from {}: expected groups in order, within {} variables", g,
          group.size, group.first, size));
    end = group.end();
  }
}

}  // namespace spinsack
