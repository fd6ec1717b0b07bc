// SPDX-License-Identifier: Apache-2.0
#include "core/json_text.hpp"

#include "core/json_reader.hpp"
#include "core/utf8.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>

namespace spinsack {
namespace {

void append_escape(std::string& json, std::uint32_t code) {
  constexpr std::string_view letters = "\"\\bfnrt";
  constexpr std::string_view meanings = "\"\\\b\f\n\r\t";
  const auto unit = [&](std::uint32_t value) {
    fmt::format_to(std::back_inserter(json), "\\u{:04x}", value);
  };
  const std::size_t k =
      code < 0x80 ? meanings.find(static_cast<char>(code)) : std::string_view::npos;
  if (k != std::string_view::npos) {
    json += '\\';
    json += letters[k];
  } else if (code < 0x10000) {
    unit(code);
  } else {  // a pair of surrogates
    unit(0xD800 + ((code - 0x10000) >> 10));
    unit(0xDC00 + ((code - 0x10000) & 0x3FF));
  }
}

std::string quoted(std::string_view text, bool ascii) {
  std::string json = "\"";
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    const std::uint32_t code = character.code;
    if (code < 0x20 || code == '"' || code == '\\' || (ascii && code >= 0x7F))
      append_escape(json, code);
    else
      append_utf8(json, code);
    text.remove_prefix(character.bytes);
  }
  return json += '"';
}

}  // namespace

std::string json_string(std::string_view text) { return quoted(text, false); }
std::string json_ascii_string(std::string_view text) { return quoted(text, true); }

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

std::string json_array(const std::vector<std::string>& values) {
  return fmt::format("[{}]", fmt::join(values, ","));
}

JsonObject& JsonObject::add(std::string_view key, std::string json) {
  members_.push_back(fmt::format("{}:{}", json_string(key), json));
  return *this;
}
JsonObject& JsonObject::text(std::string_view key, std::string_view value) {
  return add(key, json_string(value));
}
JsonObject& JsonObject::integer(std::string_view key, std::int64_t value) {
  return add(key, std::to_string(value));
}
JsonObject& JsonObject::real(std::string_view key, double value) {
  return add(key, json_number(value));
}
JsonObject& JsonObject::boolean(std::string_view key, bool value) {
  return add(key, value ? "true" : "false");
}

std::string JsonObject::line() const { return fmt::format("{{{}}}", fmt::join(members_, ",")); }
std::string JsonObject::lines() const {
  return fmt::format("{{\n  {}\n}}", fmt::join(members_, ",\n  "));
}

JsonObject json_parameters(const ParameterValues& values) {
  JsonObject object;
  for (const auto& [name, text] : values) {
    // Parameter texts come from numbers; what is none ("auto", but also "[1]" or " 1") stays a text, and so does
    // "1e999", which others would read as infinite.
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (is_json_number(text) && fault == std::errc{})
      object.add(name, text);
    else
      object.text(name, text);
  }
  return object;
}

}  // namespace spinsack
