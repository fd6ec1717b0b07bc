// SPDX-License-Identifier: Apache-2.0
#include "exchange/solution_file.hpp"

#include "core/decimal.hpp"
#include "core/text_reader.hpp"
#include "instance/item_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spinsack {
namespace {

// n digits 0 or 1 and nothing else: a bit string. Item lists cannot be mistaken for it unless n <= 2,
// since no item may be named twice.
bool is_bit_string(std::string_view text, Index n) {
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '0' || c == '1')
      ++digits;
    else if (!is_blank(c))
      return false;
  }
  return digits == at(n) && n > 2;
}

std::string_view without_blanks_around(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The text with comment lines blanked out, so that places keep their line and column. A line that is the name of an
// item is none, even if it begins with '#'.
std::string without_comments(std::string text, const ItemLookup& lookup) {
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = std::string_view(text).substr(start, end - start);
    if (line.starts_with('#') && !lookup.find(without_blanks_around(line)))
      std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(start), end - start, ' ');
    start = end + 1;
  }
  return text;
}

std::vector<Index> items_of_bits(std::string_view text) {
  std::vector<Index> items;
  Index i = 0;
  for (const char c : text) {
    if (c == '1') items.push_back(i);
    if (!is_blank(c)) ++i;
  }
  return items;
}

// Each item at most once.
class ItemCollector {
 public:
  ItemCollector(const QkpInstance& instance, const TextReader& place)
      : instance_(instance), place_(place), chosen_(at(instance.size())) {}

  void add(Index item, std::size_t offset) {
    if (chosen_[at(item)] != 0)
      place_.fail_at(offset,
                     fmt::format("expected each item once, found item {}{} again", item,
                                 instance_.item_names().empty()
                                     ? ""
                                     : ", " + quoted_name(instance_.item_names()[at(item)])));
    chosen_[at(item)] = 1;
    items_.push_back(item);
  }
  std::vector<Index> finish() && {
    std::ranges::sort(items_);
    return std::move(items_);
  }

 private:
  const QkpInstance& instance_;
  const TextReader& place_;
  std::vector<std::uint8_t> chosen_;
  std::vector<Index> items_;
};

void read_numbers(TextReader& reader, Index n, ItemCollector& items) {
  while (reader.more()) {
    const std::size_t offset = reader.offset();
    items.add(static_cast<Index>(reader.integer("an item", 0, n - 1)), offset);
  }
}

// A line that is no name: numbers, or a number and the name of that item. False if it is neither.
bool read_numbered_line(std::string_view line, std::size_t offset,
                        std::span<const std::string> names, const TextReader& place,
                        ItemCollector& items) {
  std::vector<Index> numbers;
  std::vector<std::size_t> offsets;
  TextReader tokens({}, line);
  while (tokens.more()) {
    const std::size_t start = tokens.offset();
    const auto [value, fault] = parse_decimal(tokens.peek());
    const bool good = !fault && value.digits == 0 && value.mantissa >= 0 &&
                      value.mantissa < static_cast<std::int64_t>(names.size());
    if (!good && numbers.empty()) return false;
    const std::string_view rest = line.substr(start);
    if (numbers.size() == 1) {
      const std::string& name = names[at(numbers.front())];
      if (rest == name) break;
      if (!good)
        place.fail_at(offset + start,
                      fmt::format("expected {}, the name of item {}, found {}", quoted_name(name),
                                  numbers.front(), quoted_name(rest)));
    } else if (!good) {
      place.fail_at(offset + start, fmt::format("expected an item in 0..{}, found {}",
                                                names.size() - 1, quote(tokens.peek())));
    }
    tokens.next();
    numbers.push_back(static_cast<Index>(value.mantissa));
    offsets.push_back(offset + start);
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) items.add(numbers[k], offsets[k]);
  return true;
}

void read_names(TextReader& reader, const ItemLookup& lookup, std::span<const std::string> names,
                ItemCollector& items) {
  while (reader.more()) {
    const std::size_t offset = reader.offset();
    const std::string_view line = without_blanks_around(reader.line());
    if (const auto item = lookup.find(line))
      items.add(*item, offset);
    else if (!read_numbered_line(line, offset, names, reader, items))
      reader.fail_at(offset, lookup.unknown(line));
  }
}

}  // namespace

std::vector<Index> read_solution(const InputFile& file, const QkpInstance& instance) {
  const std::span<const std::string> names = instance.item_names();
  const ItemLookup lookup(names);
  const std::string text = without_comments(file.text, lookup);
  if (is_bit_string(text, instance.size()) && !lookup.find(without_blanks_around(text)))
    return items_of_bits(text);
  TextReader reader(file.name, text);
  ItemCollector items(instance, reader);
  if (names.empty())
    read_numbers(reader, instance.size(), items);
  else
    read_names(reader, lookup, names, items);
  return std::move(items).finish();
}

void write_solution(const QkpInstance& instance, std::span<const Index> items,
                    std::span<const std::string> notes, TextWriter& out) {
  for (const std::string& note : notes) out.text(fmt::format("# {}\n", note));
  for (const Index item : items) {
    out.integer(item);
    if (!instance.item_names().empty()) out.text("\t" + instance.item_names()[at(item)]);
    out.text("\n");
  }
}

}  // namespace spinsack
