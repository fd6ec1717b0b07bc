// SPDX-License-Identifier: Apache-2.0
// The name of a cell, which is 16 hexadecimal digits, as a number. Millions of them fit into memory.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spinsack {

struct CellId {
  std::uint64_t value = 0;

  std::string text() const;
  friend auto operator<=>(const CellId&, const CellId&) = default;
};

// Nothing for a text that is no name of ours: other than 16 digits, or with large letters.
[[nodiscard]] std::optional<CellId> parse_cell_id(std::string_view text);

}  // namespace spinsack
