// SPDX-License-Identifier: Apache-2.0
#include "analysis/number_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace spinsack::number_text {
namespace {

// Mantissa with so many digits behind the point, exponent without padding: 8.4E-3.
std::string scientific(double value, int digits) {
  std::string text = fmt::format("{:.{}e}", value, digits);
  const std::size_t e = text.find('e');
  return fmt::format("{}E{}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

}  // namespace

std::string gap(const std::optional<double>& percent) {
  if (!percent) return undefined;
  const double size = std::fabs(*percent);
  if (size > 0 && size < 0.01) return scientific(*percent, 1);
  return fmt::format("{:.3f}", size == 0 ? 0 : *percent);
}

std::string probability(const std::optional<double>& p) {
  if (!p) return undefined;
  if (*p > 0.999) return ">0.999";
  return *p > 0 && *p < 0.001 ? scientific(*p, 0) : fmt::format("{:.3f}", *p);
}

std::string fixed(const std::optional<double>& value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : undefined;
}

std::string short_number(const std::optional<double>& value) {
  if (!value) return undefined;
  const double size = std::fabs(*value);
  if (size == 0) return "0";
  if (size < 1e-3 || size >= 1e7) return scientific(*value, 2);
  if (size >= 100) return fmt::format("{:.0f}", *value);
  const int whole = static_cast<int>(std::floor(std::log10(size)));
  return fmt::format("{:.{}f}", *value, 2 - whole);
}

std::string interval(double low, const std::optional<double>& high) {
  return fmt::format("[{}, {}]", short_number(low), short_number(high));
}

std::string interval(const std::optional<Interval>& bounds) {
  return bounds ? interval(bounds->low, bounds->high) : undefined;
}

std::string integer(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : undefined;
}

}  // namespace spinsack::number_text
