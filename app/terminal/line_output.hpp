// SPDX-License-Identifier: Apache-2.0
// Results that come one after the other, a line each. A line is in the file as soon as it is written, so
// whatever ends the program later takes nothing away.
#pragma once

#include <string>
#include <string_view>

namespace spinsack::cli {

class LineOutput {
 public:
  // A file, which starts empty, or "-" for standard output. An empty path swallows everything. A name that
  // ends in .gz or .xz is written whole at the end. Throws FileError.
  explicit LineOutput(std::string path);
  ~LineOutput();
  LineOutput(const LineOutput&) = delete;
  LineOutput& operator=(const LineOutput&) = delete;

  void line(const std::string& text);  // without its end
  void close();                        // once, after the last line

 private:
  [[nodiscard]] bool compressed() const;

  std::string path_;
  int descriptor_ = -1;
  std::string kept_;  // lines of a compressed file
};

}  // namespace spinsack::cli
