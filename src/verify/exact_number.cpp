// SPDX-License-Identifier: Apache-2.0
#include "verify/exact_number.hpp"

#include <algorithm>
#include <charconv>

namespace spinsack {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the digits that the text begins with.
std::string_view take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

std::strong_ordering compare_size(const ExactNumber& a, const ExactNumber& b) {
  if (a.digits.empty() || b.digits.empty()) return a.digits.size() <=> b.digits.size();
  if (a.exponent != b.exponent) return a.exponent <=> b.exponent;
  return a.digits <=> b.digits;  // a digit more is more
}

}  // namespace

std::strong_ordering operator<=>(const ExactNumber& a, const ExactNumber& b) {
  if (a.negative != b.negative)
    return a.negative ? std::strong_ordering::less : std::strong_ordering::greater;
  return a.negative ? compare_size(b, a) : compare_size(a, b);
}

std::optional<ExactNumber> parse_exact(std::string_view text) {
  ExactNumber number;
  if (text.starts_with('-')) {
    number.negative = true;
    text.remove_prefix(1);
  }
  const std::string_view whole = take_digits(text);
  if (whole.empty()) return std::nullopt;
  number.digits = whole;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view fraction = take_digits(text);
    if (fraction.empty()) return std::nullopt;
    number.digits += fraction;
  }
  std::int64_t shift = 0;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), shift);
    if (status != std::errc{}) return std::nullopt;
    constexpr std::int64_t far = std::int64_t{1} << 60;  // further than any number is long
    shift = std::clamp(shift, -far, far);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  if (!text.empty()) return std::nullopt;
  const std::size_t zeros = number.digits.find_first_not_of('0');
  if (zeros == std::string::npos) return ExactNumber();
  number.exponent =
      static_cast<std::int64_t>(whole.size()) - static_cast<std::int64_t>(zeros) + shift;
  number.digits.erase(0, zeros);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  return number;
}

double nearest_double(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace spinsack
