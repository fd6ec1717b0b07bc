// SPDX-License-Identifier: Apache-2.0
#include "program/mps_fields.hpp"

#include <array>
#include <utility>

namespace spinsack {

MpsFields split_mps_at_blanks(std::string_view line, std::size_t place) {
  MpsFields fields;
  for (std::size_t i = 0; i < line.size();) {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
    const std::size_t begin = i;
    while (i < line.size() && line[i] != ' ' && line[i] != '\t') ++i;
    if (i > begin) fields.push_back({line.substr(begin, i - begin), place + begin});
  }
  return fields;
}

MpsFields split_mps_at_columns(std::string_view line, std::size_t place) {
  constexpr std::array<std::pair<std::size_t, std::size_t>, 6> spans{
      {{1, 2}, {4, 8}, {14, 8}, {24, 12}, {39, 8}, {49, 12}}};
  MpsFields fields;
  for (auto [begin, length] : spans) {
    if (begin >= line.size()) break;
    std::string_view text = line.substr(begin, length);
    while (!text.empty() && text.front() == ' ') {
      text.remove_prefix(1);
      ++begin;
    }
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (!text.empty()) fields.push_back({text, place + begin});
  }
  return fields;
}

}  // namespace spinsack
