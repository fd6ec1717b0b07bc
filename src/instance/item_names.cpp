// SPDX-License-Identifier: Apache-2.0
#include "instance/item_names.hpp"

#include "core/json_text.hpp"
#include "core/nearest.hpp"
#include "core/text_reader.hpp"
#include "core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace spinsack {

std::string broken_name_rule(std::string_view name) {
  if (name.empty()) return "a name";
  if (name.size() > longest_item_name)
    return fmt::format("a name of at most {} bytes", longest_item_name);
  for (std::string_view rest = name; !rest.empty();) {
    const Utf8Character character = first_character(rest);
    if (!character.good) return "a name in UTF-8";
    // The second block of control characters ends at U+009F.
    if (character.code < 0x20 || (character.code >= 0x7F && character.code < 0xA0))
      return "a name without control characters";
    rest.remove_prefix(character.bytes);
  }
  if (name.front() == ' ' || name.back() == ' ') return "a name without blanks around it";
  return {};
}

std::string quoted_name(std::string_view name) {
  return broken_name_rule(name).empty() ? fmt::format("'{}'", name) : quote(name);
}

std::string names_json(std::span<const std::string> names, std::span<const Index> items) {
  std::vector<std::string> texts;
  for (const Index item : items) texts.push_back(json_string(names[at(item)]));
  return json_array(texts);
}

ItemLookup::ItemLookup(std::span<const std::string> names) : names_(names) {
  items_.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto item = static_cast<Index>(i);
    if (!items_.emplace(names[i], item).second && !repeated_) repeated_ = item;
  }
}

std::optional<Index> ItemLookup::find(std::string_view name) const {
  const auto place = items_.find(name);
  if (place == items_.end()) return std::nullopt;
  return place->second;
}

std::string ItemLookup::unknown(std::string_view name) const {
  constexpr std::size_t most_compared = 100'000;  // a hint is not worth more
  const auto compared = names_.first(std::min(names_.size(), most_compared));
  const std::vector<std::string_view> words(compared.begin(), compared.end());
  const std::string_view near = nearest_word(name, words);
  return fmt::format("expected the name of an item, found {}{}", quoted_name(name),
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

}  // namespace spinsack
