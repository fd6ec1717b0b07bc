// SPDX-License-Identifier: Apache-2.0
#include "formulation/strength_text.hpp"

#include <charconv>
#include <cmath>

namespace spinsack {
namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "3" or "1..20" between low and high, each end behind the prefix.
std::optional<std::vector<double>> range_of(std::string_view text, std::string_view prefix, int low,
                                            int high) {
  const auto end_of = [&](std::string_view part) -> std::optional<int> {
    if (!part.starts_with(prefix)) return std::nullopt;
    const auto value = parse_number<int>(part.substr(prefix.size()));
    return value && *value >= low && *value <= high ? value : std::nullopt;
  };
  constexpr std::string_view dots = "..";
  const std::size_t gap = text.find(dots);
  const auto first = end_of(text.substr(0, gap));
  const auto last = gap == std::string_view::npos ? first : end_of(text.substr(gap + dots.size()));
  constexpr int most = 1000;
  if (!first || !last || *last < *first || *last - *first >= most) return std::nullopt;
  std::vector<double> values;
  for (int value = *first; value <= *last; ++value) values.push_back(value);
  return values;
}

}  // namespace

std::optional<double> strength_number(std::string_view text) { return parse_number<double>(text); }

std::optional<std::vector<double>> powers_of_two(std::string_view text) {
  std::optional<std::vector<double>> values = range_of(text, "2^", -1000, 1000);
  if (values)
    for (double& value : *values) value = std::ldexp(1.0, static_cast<int>(value));
  return values;
}

std::optional<std::vector<double>> strength_scales(std::string_view text) {
  constexpr int largest = 1'000'000;
  if (auto whole = range_of(text, "", 1, largest)) return whole;
  const auto value = parse_number<double>(text);
  return value && *value > 0 && *value <= largest ? std::optional(std::vector{*value})
                                                  : std::nullopt;
}

double nearest_power_of_two(double number) {
  constexpr double sqrt_half = 0.70710678118654757;
  int exponent = 0;
  const double share = std::frexp(number, &exponent);  // in [0.5, 1)
  return std::ldexp(1.0, share < sqrt_half ? exponent - 1 : exponent);
}

}  // namespace spinsack
