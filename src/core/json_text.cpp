// SPDX-License-Identifier: Apache-2.0
#include "core/json_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace spinsack {

std::string json_string(std::string_view text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

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
    // Parameter texts come from numbers; what is none ("auto", but also "[1]" or " 1") stays a text.
    if (text.find_first_not_of("+-.0123456789Ee") == text.npos && nlohmann::json::accept(text))
      object.add(name, text);
    else
      object.text(name, text);
  }
  return object;
}

}  // namespace spinsack
