// SPDX-License-Identifier: Apache-2.0
#include "core/params.hpp"

#include "core/text_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

namespace spinsack::params {

std::string to_text(std::int64_t value) { return std::to_string(value); }
std::string to_text(double value) { return fmt::format("{}", value); }
std::string to_text(const std::optional<double>& value) { return value ? to_text(*value) : "auto"; }

std::string range_text(std::int64_t low, std::int64_t high) {
  return fmt::format("{}..{}", low, high);
}
std::string range_text(double low, double high) { return fmt::format("{}..{}", low, high); }

std::int64_t parse_integer(std::string_view name, std::string_view text, std::int64_t low,
                           std::int64_t high) {
  const auto [value, fault] = parse_decimal(text);  // so that 1e6 is an integer too
  if (fault || value.digits != 0 || value.mantissa < low || value.mantissa > high)
    throw UsageError(fmt::format("--{}: expected an integer in {}, found {}", name,
                                 range_text(low, high), quote(text)));
  return value.mantissa;
}

namespace {

// Nothing unless the whole text is a number within the range, which nan never is.
std::optional<double> real_within(std::string_view text, double low, double high) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [after, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc{} || after != end || !(value >= low && value <= high))
    return std::nullopt;
  return value;
}

}  // namespace

double parse_real(std::string_view name, std::string_view text, double low, double high) {
  if (const auto value = real_within(text, low, high)) return *value;
  throw UsageError(fmt::format("--{}: expected a number in {}, found {}", name,
                               range_text(low, high), quote(text)));
}

std::optional<double> parse_real_or_auto(std::string_view name, std::string_view text, double low,
                                         double high) {
  if (text == "auto") return std::nullopt;
  if (const auto value = real_within(text, low, high)) return value;
  throw UsageError(fmt::format("--{}: expected 'auto' or a number in {}, found {}", name,
                               range_text(low, high), quote(text)));
}

std::string parse_choice(std::string_view name, std::string_view text,
                         std::span<const std::string_view> options) {
  for (const std::string_view option : options)
    if (option == text) return std::string(option);
  throw UsageError(fmt::format("--{}: {}", name, unknown_word("value", text, options)));
}

std::string range_text(std::span<const std::string_view> options) {
  return fmt::format("{}", fmt::join(options, " | "));
}

void unknown_parameter(std::string_view owner, std::string_view name,
                       const std::vector<std::string_view>& known) {
  if (known.empty()) throw UsageError(fmt::format("--{}: {} has no parameters", name, owner));
  throw UsageError(fmt::format("{}: {}", owner, unknown_word("parameter", name, known)));
}

}  // namespace spinsack::params
