// SPDX-License-Identifier: Apache-2.0
// The tables below data/ that no part of the program shows: data/README.md says what they hold and where it is from.
#pragma once

#include "core/file.hpp"
#include "core/split.hpp"
#include "support/places.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace spinsack::test {

// Text by column name.
using FactRow = std::map<std::string, std::string>;

// name: below data/, such as "tests/greedy_stages.csv".
inline std::vector<FactRow> fact_table(const std::string& name) {
  const InputFile file = read_file((source_folder() / "data" / name).string());
  std::vector<FactRow> rows;
  std::vector<std::string_view> heads;
  for (const std::string_view line : text::split(file.text, '\n')) {
    if (line.empty()) continue;
    const std::vector<std::string_view> cells = text::split(line, ',');
    if (heads.empty()) {
      heads = cells;
      continue;
    }
    if (cells.size() != heads.size()) throw std::logic_error(name + ": " + std::string(line));
    FactRow& row = rows.emplace_back();
    for (std::size_t c = 0; c < cells.size(); ++c) row[std::string(heads[c])] = cells[c];
  }
  if (rows.empty()) throw std::logic_error(name + ": no rows");
  return rows;
}

}  // namespace spinsack::test
