// SPDX-License-Identifier: Apache-2.0
#include "core/csv_reader.hpp"

#include <fmt/format.h>

namespace spinsack {
namespace {

char first_separator(std::string_view text) {
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == ',' || c == ';' || c == '\t')) return c;
  }
  return ',';
}

}  // namespace

CsvReader::CsvReader(std::string_view name, std::string_view text)
    : place_(name, text), text_(text), separator_(first_separator(text)) {}

bool CsvReader::next() {
  while (offset_ < text_.size()) {
    read_record();
    while (used_ > 0 && cells_[used_ - 1].text.empty()) --used_;
    if (used_ > 0) return true;
  }
  used_ = 0;
  start_ = text_.size();
  return false;
}

CsvReader::Cell& CsvReader::new_cell() {
  if (used_ == cells_.size()) cells_.emplace_back();
  Cell& cell = cells_[used_++];
  cell.text.clear();
  return cell;
}

bool CsvReader::at_line_end() const {
  const std::string_view rest = text_.substr(offset_, 2);
  return rest.empty() || rest[0] == '\n' || rest == "\r\n" || rest == "\r";
}

void CsvReader::skip_padding() {
  while (offset_ < text_.size() && is_padding(text_[offset_])) ++offset_;
}

void CsvReader::read_record() {
  skip_padding();
  start_ = offset_;
  used_ = 0;
  for (;;) {
    skip_padding();
    Cell& cell = new_cell();
    cell.offset = offset_;
    if (offset_ < text_.size() && text_[offset_] == '"') {
      read_quoted(cell.text);
    } else {
      while (!at_line_end() && text_[offset_] != separator_) ++offset_;
      std::size_t end = offset_;
      while (end > cell.offset && is_padding(text_[end - 1])) --end;
      cell.text.assign(text_, cell.offset, end - cell.offset);
    }
    if (at_line_end()) break;
    ++offset_;  // the separator
  }
  if (offset_ < text_.size() && text_[offset_] == '\r') ++offset_;
  if (offset_ < text_.size()) ++offset_;
}

void CsvReader::read_quoted(std::string& text) {
  const std::size_t opening = offset_++;
  for (;;) {
    const std::size_t quote_sign = text_.find('"', offset_);
    if (quote_sign == std::string_view::npos)
      place_.fail_at(opening, "expected a closing quote, found the end of the file");
    text.append(text_, offset_, quote_sign - offset_);
    offset_ = quote_sign + 1;
    if (offset_ == text_.size() || text_[offset_] != '"') break;
    text += '"';
    ++offset_;
  }
  skip_padding();
  if (at_line_end() || text_[offset_] == separator_) return;
  std::size_t end = offset_;
  while (end < text_.size() && text_[end] != separator_ && text_[end] != '\n') ++end;
  place_.fail_at(offset_,
                 fmt::format("expected {} or the end of the line after a quoted cell, found {}",
                             quote({&separator_, 1}), quote(text_.substr(offset_, end - offset_))));
}

}  // namespace spinsack
