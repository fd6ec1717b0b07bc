// SPDX-License-Identifier: Apache-2.0
// Results that come one after the other, a line each. A line is in the file as soon as it is written, so
// whatever ends the program later takes nothing away.
//
// The new file takes the place of the old one together with its first line: as long as there is no result, those
// of yesterday stay, and from then on the file that was asked for holds all results so far, also after kill -9.
// The alternative, a file of another name until all is done, would have the results of a killed program where
// nobody looks for them.
#pragma once

#include "core/output_file.hpp"

#include <optional>
#include <string>

namespace spinsack {

class LineOutput {
 public:
  // A file, or "-" for standard output. An empty path swallows everything. A name that ends in .gz or .xz is
  // written whole by close. Throws FileError if path cannot be written, which touches nothing yet.
  explicit LineOutput(const std::string& path);

  void line(const std::string& text);  // without its end; throws FileError
  void close();                        // after the last line; without one, the old file stays

 private:
  std::optional<OutputFile> file_;
  std::string packed_path_;
  std::string packed_;  // lines of a compressed file
};

}  // namespace spinsack
