// SPDX-License-Identifier: Apache-2.0
// Names of items: what may be one, and which item a name means.
#pragma once

#include "core/types.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace spinsack {

inline constexpr std::size_t longest_item_name = 200;  // bytes

// What was to be expected in place of this name, or nothing if it is a good one. A name stands in tables and alone
// on a line of a solution file: it is UTF-8 without control characters and without blanks at its ends.
[[nodiscard]] std::string broken_name_rule(std::string_view name);

// For messages: in quotes, and escaped where it is no good name.
[[nodiscard]] std::string quoted_name(std::string_view name);

// The names of these items as a JSON list of texts.
[[nodiscard]] std::string names_json(std::span<const std::string> names,
                                     std::span<const Index> items);

// Finds items by their names, which are kept by reference.
class ItemLookup {
 public:
  explicit ItemLookup(std::span<const std::string> names);

  // The first item whose name an earlier one has.
  std::optional<Index> repeated() const { return repeated_; }
  std::optional<Index> find(std::string_view name) const;
  // `expected the name of an item, found 'tnet'; did you mean 'tent'?`
  [[nodiscard]] std::string unknown(std::string_view name) const;

 private:
  std::span<const std::string> names_;
  std::unordered_map<std::string_view, Index> items_;
  std::optional<Index> repeated_;
};

}  // namespace spinsack
