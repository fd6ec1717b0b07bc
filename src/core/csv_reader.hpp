// SPDX-License-Identifier: Apache-2.0
// Reads comma-separated values after RFC 4180, one record at a time: a cell in quotes may hold the separator, line
// ends, and quotes written twice. Spreadsheets write semicolons or tabs in some countries, so the separator is the
// first of these three that the text has outside quotes. Blanks around a cell do not belong to it.
#pragma once

#include "core/text_reader.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

class CsvReader {
 public:
  struct Cell {
    std::string text;
    std::size_t offset = 0;  // where it begins in the file
  };

  // Both are kept by reference; name stands before line and column in messages.
  CsvReader(std::string_view name, std::string_view text);

  // The next record with anything in it; false at the end. Spreadsheets pad records with empty cells, so those at
  // the end of a record do not count. InputError for quotes that do not match.
  bool next();
  std::span<const Cell> cells() const { return {cells_.data(), used_}; }
  std::size_t start() const { return start_; }  // of the record
  const TextReader& place() const { return place_; }

 private:
  Cell& new_cell();
  void read_record();
  void read_quoted(std::string& text);
  bool is_padding(char c) const { return c == ' ' || (c == '\t' && separator_ != '\t'); }
  bool at_line_end() const;  // or at the end of the text
  void skip_padding();

  TextReader place_;  // for messages only
  std::string_view text_;
  char separator_ = ',';
  std::size_t offset_ = 0;
  std::size_t start_ = 0;
  std::vector<Cell> cells_;  // kept from record to record for their memory
  std::size_t used_ = 0;
};

}  // namespace spinsack
