// SPDX-License-Identifier: Apache-2.0
// Reads a text file of any size line by line. Memory is that of the longest line; of one that is longer than a
// limit only the beginning is kept.
#pragma once

#include "core/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace spinsack {

class LineReader {
 public:
  // A file, or standard input for "-". gzip and xz are recognised as by read_file(), and unpacked in memory.
  // FileError.
  explicit LineReader(std::string_view path, std::size_t longest_line = default_longest_line);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The name that the user typed, or "standard input".
  const std::string& name() const { return name_; }

  // To the next line; false at the end of the file.
  bool next();
  std::string_view line() const { return line_; }  // without its end, until next() is called again
  std::int64_t number() const { return number_; }  // of the line, from 1
  std::int64_t offset() const { return offset_; }  // of its first byte in the unpacked file
  bool finished() const { return finished_; }      // it has a line end
  bool too_long() const { return too_long_; }      // its rest was passed over

  std::size_t longest_line() const { return longest_line_; }

  static constexpr std::size_t default_longest_line = std::size_t{1} << 30;

 private:
  bool fill();  // more bytes behind those in the buffer; false at the end of the file
  void pass(std::size_t count);

  std::string name_;
  std::size_t longest_line_;
  Descriptor own_;  // none for standard input
  int file_ = 0;    // standard input, or that of our own
  std::string buffer_;
  std::size_t begin_ = 0;   // of what is not read yet
  std::int64_t after_ = 0;  // offset in the file of begin_
  std::string_view line_;
  std::string start_of_long_line_;
  std::int64_t number_ = 0;
  std::int64_t offset_ = 0;
  bool finished_ = false;
  bool too_long_ = false;
};

}  // namespace spinsack
