// SPDX-License-Identifier: Apache-2.0
#include "record/cell_id.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace spinsack {

std::string CellId::text() const { return fmt::format("{:016x}", value); }

std::optional<CellId> parse_cell_id(std::string_view text) {
  constexpr std::size_t digits = 16;
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (text.size() != digits || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  CellId id;
  std::from_chars(text.data(), text.data() + text.size(), id.value, 16);
  return id;
}

}  // namespace spinsack
