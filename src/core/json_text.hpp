// SPDX-License-Identifier: Apache-2.0
// JSON written by hand, for two things a library does not do: numbers keep every digit they have
// (decimals too, which no double could hold), and keys keep their order.
#pragma once

#include "core/params.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// Quoted; broken UTF-8 is replaced.
[[nodiscard]] std::string json_string(std::string_view text);
[[nodiscard]] std::string json_ascii_string(std::string_view text);  // escapes all other characters
[[nodiscard]] std::string json_number(
    double value);  // shortest that reads back equal; null if not finite
[[nodiscard]] std::string json_array(const std::vector<std::string>& values);  // values are JSON

class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string json);  // a value that is JSON already
  JsonObject& text(std::string_view key, std::string_view value);
  JsonObject& integer(std::string_view key, std::int64_t value);
  JsonObject& real(std::string_view key, double value);
  JsonObject& boolean(std::string_view key, bool value);

  std::string line() const;   // without a line end
  std::string lines() const;  // a line per key, for people

 private:
  std::vector<std::string> members_;
};

[[nodiscard]] JsonObject json_parameters(const ParameterValues& values);  // numbers as numbers

}  // namespace spinsack
