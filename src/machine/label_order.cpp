// SPDX-License-Identifier: Apache-2.0
#include "machine/label_order.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace spinsack {
namespace {

struct NumberedLabel {
  std::string_view word;
  Index number = -1;  // none
};

NumberedLabel parsed(std::string_view label) {
  std::string_view open = label;
  if (open.ends_with(']') || open.ends_with(')')) open.remove_suffix(1);
  const std::size_t digits = open.find_last_not_of("0123456789") + 1;  // npos + 1 == 0
  Index number = -1;
  const auto [end, status] =
      std::from_chars(open.data() + digits, open.data() + open.size(), number);
  if (status != std::errc{}) return {label, -1};
  return {open.substr(0, digits), number};
}

[[noreturn]] void refuse_twice(std::string_view file, std::string_view label) {
  throw InputError(fmt::format("{}: expected each label once, found {} again", file, quote(label)));
}

std::vector<Index> in_file_order(std::string_view file, const std::vector<std::string>& labels) {
  std::set<std::string_view> seen;
  for (const std::string& label : labels)
    if (!seen.insert(label).second) refuse_twice(file, label);
  std::vector<Index> order(labels.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

bool names_items(std::string_view word) {
  return word.empty() || word.front() == 'x' || word.front() == 'X';
}

}  // namespace

std::vector<Index> label_order(std::string_view file, const std::vector<std::string>& labels) {
  std::vector<std::pair<std::string_view, std::vector<std::pair<Index, Index>>>> words;
  std::map<std::string_view, std::size_t> place_of_word;
  for (std::size_t column = 0; column < labels.size(); ++column) {
    const NumberedLabel label = parsed(labels[column]);
    if (label.number < 0) return in_file_order(file, labels);
    const auto [place, added] = place_of_word.emplace(label.word, words.size());
    if (added) words.push_back({label.word, {}});
    words[place->second].second.emplace_back(label.number, static_cast<Index>(column));
  }
  std::stable_partition(words.begin(), words.end(),
                        [](const auto& word) { return names_items(word.first); });

  std::vector<Index> order;
  for (auto& [word, numbered] : words) {
    std::ranges::sort(numbered);
    Index expected = std::min<Index>(numbered.front().first, 1);
    for (const auto& [number, column] : numbered) {
      const std::string& label = labels[at(column)];
      if (number < expected) refuse_twice(file, label);
      if (number > expected)
        throw InputError(
            fmt::format("{}: expected labels without a gap, found {} but none numbered {}", file,
                        quote(label), expected));
      order.push_back(column);
      ++expected;
    }
  }
  return order;
}

}  // namespace spinsack
