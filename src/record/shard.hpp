// SPDX-License-Identifier: Apache-2.0
// A part of a study that one of several processes does.
#pragma once

#include <cstddef>
#include <string_view>

namespace spinsack {

struct Shard {
  int number = 1;  // 1..count
  int count = 1;

  bool whole() const { return count == 1; }
  bool owns(std::size_t cell) const {
    return cell % static_cast<std::size_t>(count) == static_cast<std::size_t>(number - 1);
  }
};
// "i/N" with 1 <= i <= N; UsageError otherwise.
[[nodiscard]] Shard parse_shard(std::string_view text);

}  // namespace spinsack
