// SPDX-License-Identifier: Apache-2.0
#include "instance/billionnet_layout.hpp"

#include "core/decimal.hpp"
#include "core/types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace spinsack {
namespace {

// How many tokens from the reader's place on are numbers, up to the first word.
std::int64_t count_numbers(TextReader reader) {
  std::int64_t count = 0;
  while (reader.try_integer() || (reader.more() && !parse_decimal(reader.next()).fault)) ++count;
  return count;
}

// Numbers after n in the layout without a type line.
std::int64_t numbers_after_n(std::int64_t n) { return n + n * (n - 1) / 2 + 1 + n; }

// Whether the number at the reader's place is an n that fits the count of what follows.
bool plausible_size(TextReader reader) {
  const auto [n, fault] = parse_decimal(reader.next());
  if (fault || n.digits != 0 || n.mantissa < 1 || n.mantissa > max_variables) return false;
  const std::int64_t extra = count_numbers(reader) - numbers_after_n(n.mantissa);
  return extra == 0 || extra == 1;
}

std::int64_t tokens_in(std::string_view line) {
  TextReader reader({}, line);
  std::int64_t count = 0;
  for (; reader.more(); ++count) reader.next();
  return count;
}

// Whether a first line of numbers is a name all the same. Most often that is settled by counting
// the numbers below it. Where the counts allow both readings, the lines decide: n stands alone on
// its line, the profits share theirs.
bool is_numeric_name(const TextReader& at_first_line) {
  TextReader below = at_first_line;
  const std::int64_t first_tokens = tokens_in(below.line());
  TextReader profits = below;
  if (tokens_in(profits.line()) != 1 || !plausible_size(below)) return false;
  if (!plausible_size(at_first_line) || first_tokens > 1) return true;
  const std::int64_t n = parse_decimal(below.next()).value.mantissa;
  return n > 1 && tokens_in(profits.line()) == n;
}

// Offsets of the first numbers of all lines that begin with one, up to the first line that does
// not.
std::vector<std::size_t> lines_of_numbers(TextReader reader) {
  std::vector<std::size_t> starts;
  while (!parse_decimal(reader.peek()).fault) {
    starts.push_back(reader.offset());
    reader.line();
  }
  return starts;
}

}  // namespace

bool is_integer(std::string_view token) {
  const auto [value, fault] = parse_decimal(token);
  return !fault && value.digits == 0;
}

std::optional<std::string> take_name(TextReader& reader) {
  reader.more();
  const std::size_t start = reader.offset();
  TextReader ahead = reader;
  const std::string_view line = ahead.line();
  TextReader words(reader.name(), line);
  bool all_numbers = true;
  while (words.more()) all_numbers = is_integer(words.next()) && all_numbers;
  if (all_numbers && !is_numeric_name(reader)) return std::nullopt;
  if (std::ranges::any_of(line, is_control))
    reader.fail_at(start,
                   fmt::format("expected a name or the number of items, found {}", quote(line)));
  reader = ahead;
  return std::string(line.substr(0, line.find_last_not_of(" \t") + 1));
}

void check_lines_of_profits(const TextReader& below_n, std::span<const std::size_t> row_starts) {
  const std::size_t n = row_starts.size() - 1;
  const std::vector<std::size_t> line_starts = lines_of_numbers(below_n);
  // Capacity and weights, with or without a type line; some copies put two of them on one line.
  if (line_starts.size() < n + 1 || line_starts.size() > n + 3) return;
  if (std::ranges::equal(row_starts, std::span(line_starts).first(n + 1))) return;
  for (std::size_t row = 0; row < n; ++row) {
    const std::size_t expected = row == 0 ? n : n - row;
    TextReader line = below_n;
    line.seek(line_starts[row]);
    const auto found = static_cast<std::size_t>(tokens_in(line.line()));
    if (found != expected)
      line.fail_at(line_starts[row], fmt::format("expected {} {} on this line, found {}", expected,
                                                 row == 0 ? "profits" : "pair profits", found));
  }
}

}  // namespace spinsack
