// SPDX-License-Identifier: Apache-2.0
// Compiled alone: the library of TOML is large, and its neighbours do not need it.
#include "core/toml_text.hpp"

#include <fmt/format.h>

namespace spinsack {

std::string_view kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

void fail_at_place(std::string_view path, const toml::source_region& where,
                   std::string_view message) {
  throw InputError(
      fmt::format("{}:{}:{}: {}", path, where.begin.line, where.begin.column, message));
}

toml::table parse_toml(std::string_view path, std::string_view text) {
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    fail_at_place(path, error.source(), fmt::format("expected TOML: {}", error.description()));
  }
}

}  // namespace spinsack
