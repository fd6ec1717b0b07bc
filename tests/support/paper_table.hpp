// SPDX-License-Identifier: Apache-2.0
// The tables of the paper as CSV files, where they lie beside the repository.
#pragma once

#include "support/places.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace spinsack::test {

inline std::filesystem::path paper_file(const std::string& name) {
  return (test::source_folder() / ".." / "shared" / "paper" / name).lexically_normal();
}

// Text by column name.
using PaperRow = std::map<std::string, std::string>;

// Empty if there is no such file.
inline std::vector<PaperRow> paper_table(const std::string& name) {
  const auto fields_of = [](const std::string& line) {
    std::vector<std::string> fields{""};
    for (const char c : line) {
      if (c == ',')
        fields.emplace_back();
      else
        fields.back() += c;
    }
    return fields;
  };
  std::ifstream file(paper_file(name));
  std::vector<PaperRow> rows;
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = fields_of(line);
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = fields_of(line);
    PaperRow row;
    for (std::size_t f = 0; f < names.size(); ++f) row[names[f]] = fields.at(f);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace spinsack::test
