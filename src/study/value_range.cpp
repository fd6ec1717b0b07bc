// SPDX-License-Identifier: Apache-2.0
#include "study/value_range.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace spinsack {
namespace {

constexpr std::int64_t longest = 100'000;

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::vector<std::string> expand_range(std::string_view key, std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return {std::string(text)};
  // What stands before the numbers, and whether the second number repeats it.
  constexpr std::array<std::pair<std::string_view, bool>, 3> kinds{
      {{"2^", true}, {"scale:", false}, {"", false}}};
  for (const auto& [prefix, repeated] : kinds) {
    std::string_view low = text.substr(0, dots);
    std::string_view high = text.substr(dots + 2);
    if (!low.starts_with(prefix) || (repeated && !high.starts_with(prefix))) continue;
    low.remove_prefix(prefix.size());
    if (repeated) high.remove_prefix(prefix.size());
    const auto first = integer(low);
    const auto last = integer(high);
    if (!first || !last) continue;
    if (*first > *last)
      throw UsageError(
          fmt::format("{}: expected a range with values in it, found {}", key, quote(text)));
    if (*last > longest * longest || *first < -longest * longest || *last - *first >= longest)
      throw UsageError(fmt::format("{}: expected a range of at most {} values, found {}", key,
                                   longest, quote(text)));
    std::vector<std::string> values;
    for (std::int64_t v = *first; v <= *last; ++v) values.push_back(fmt::format("{}{}", prefix, v));
    return values;
  }
  return {std::string(text)};
}

}  // namespace spinsack
