// SPDX-License-Identifier: Apache-2.0
#include "item_list.hpp"

#include "terminal/text_layout.hpp"

#include <fmt/format.h>

namespace spinsack::cli {
namespace {

constexpr std::size_t name_line_width = 64;
constexpr std::size_t most_name_lines = 5;

}  // namespace

std::vector<std::vector<std::string>> name_rows(std::string_view label, const QkpInstance& instance,
                                                std::span<const Index> items) {
  std::vector<std::vector<std::string>> rows{{std::string(label), ""}};
  for (std::size_t k = 0; k < items.size(); ++k) {
    const bool last = k + 1 == items.size();
    const std::string name = instance.item_names()[at(items[k])] + (last ? "" : ",");
    std::string* line = &rows.back()[1];
    if (!line->empty() && shown_width(*line) + 1 + shown_width(name) > name_line_width) {
      if (rows.size() == most_name_lines) {
        *line += fmt::format(" and {} more", items.size() - k);
        return rows;
      }
      line = &rows.emplace_back(std::vector<std::string>{"", ""})[1];
    }
    *line += (line->empty() ? "" : " ") + name;
  }
  return rows;
}

}  // namespace spinsack::cli
