// SPDX-License-Identifier: Apache-2.0
#include "formulation/lambda.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace spinsack {
namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

double critical_lambda(const QkpInstance& instance) {
  const double n = instance.size();
  if (n < 2) return 0;
  double sum = 0;
  instance.pair_profits().for_each_pair(
      [&](Index, Index, auto value) { sum += static_cast<double>(value); });
  const double mean_profit = sum / (n * (n - 1) / 2);
  const double mean_weight = static_cast<double>(instance.total_weight()) / n;
  return std::max(0.0, mean_profit / (2 * mean_weight * mean_weight));
}

double parse_lambda(const QkpInstance& instance, std::string_view text) {
  constexpr double times_critical = 10;
  if (text == "auto") {
    const double critical = critical_lambda(instance);
    return critical == 0 ? 1 : std::exp2(std::round(std::log2(times_critical * critical)));
  }
  std::optional<double> value;
  if (text.starts_with("2^")) {
    const auto exponent = parse_number<int>(text.substr(2));
    if (exponent && *exponent >= -1000 && *exponent <= 1000) value = std::ldexp(1.0, *exponent);
  } else {
    value = parse_number<double>(text);
  }
  if (!value || !(*value > 0) || !std::isfinite(*value))
    throw UsageError(fmt::format(
        "--lambda: expected a number > 0, a power of two such as 2^-3, or 'auto', found {}",
        quote(text)));
  return *value;
}

}  // namespace spinsack
