// SPDX-License-Identifier: Apache-2.0
#include "formulation/strength.hpp"

#include "core/error.hpp"
#include "core/portable_math.hpp"
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

// The power of two nearest to a number > 0, on a scale of logarithms.
double nearest_power_of_two(double number) {
  constexpr double sqrt_half = 0.70710678118654757;
  int exponent = 0;
  const double share = std::frexp(number, &exponent);  // in [0.5, 1)
  return std::ldexp(1.0, share < sqrt_half ? exponent - 1 : exponent);
}

double automatic_strength(const QkpInstance& instance) {
  constexpr double times_critical = 10;
  const double critical = critical_strength(instance);
  return critical == 0 ? 1 : nearest_power_of_two(times_critical * critical);
}

// The rules of the paper divide by the tightness and multiply by the density.
bool scalable(const QkpInstance& instance) {
  return instance.capacity() > 0 && instance.density() > 0;
}

}  // namespace

double critical_strength(const QkpInstance& instance) {
  const double n = instance.size();
  if (n < 2) return 0;
  double sum = 0;
  instance.pair_profits().for_each_pair(
      [&](Index, Index, auto value) { sum += static_cast<double>(value); });
  const double mean_profit = sum / (n * (n - 1) / 2);
  const double mean_weight = static_cast<double>(instance.total_weight()) / n;
  return std::max(0.0, mean_profit / (2 * mean_weight * mean_weight));
}

std::vector<double> parse_strengths(const QkpInstance& instance, std::string_view text) {
  std::optional<std::vector<double>> values;
  if (text == "auto") {
    values = {automatic_strength(instance)};
  } else if (text == "regression") {
    values = {scalable(instance) ? 1.14 * portable_pow(instance.size(), 0.09) *
                                       portable_pow(instance.density(), 0.84) *
                                       portable_pow(instance.tightness(), -0.21)
                                 : automatic_strength(instance)};
  } else if (text.starts_with("scale:")) {
    values = range_of(text.substr(6), "", 1, 1'000'000);
    const double unit = scalable(instance)
                            ? instance.density() * std::sqrt(1 / instance.tightness())
                            : automatic_strength(instance);
    if (values)
      for (double& value : *values) value *= unit;
  } else if (text.starts_with("2^")) {
    values = range_of(text, "2^", -1000, 1000);
    if (values)
      for (double& value : *values) value = std::ldexp(1.0, static_cast<int>(value));
  } else if (const auto value = parse_number<double>(text)) {
    values = {*value};
  }
  if (!values)
    throw UsageError(
        fmt::format("--lambda: expected a number > 0, a power of two such as 2^-3, a range such as "
                    "2^-6..2^7, scale:3, scale:1..20, regression or auto, found {}",
                    quote(text)));
  for (const double value : *values)
    if (!(value > 0) || !std::isfinite(value))
      throw UsageError(
          fmt::format("--lambda: expected a rule that gives numbers > 0, found {}, which gives {}",
                      quote(text), value));
  return *values;
}

double parse_strength(const QkpInstance& instance, std::string_view text) {
  const std::vector<double> values = parse_strengths(instance, text);
  if (values.size() != 1)
    throw UsageError(fmt::format("--lambda: expected one strength, found the {} of {}",
                                 values.size(), quote(text)));
  return values.front();
}

}  // namespace spinsack
