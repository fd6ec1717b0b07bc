// SPDX-License-Identifier: Apache-2.0
// A file of lines that only grows. Whatever ends the program, all lines before the last are good: a line is
// appended whole or cut off again, and a last line without its end is cut off when the file is next opened.
#pragma once

#include "core/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace spinsack {

class GrowingFile {
 public:
  explicit GrowingFile(std::string path);  // made where it is missing; FileError

  const std::string& path() const { return path_; }

  // Holds until the file is closed or the process ends. False if another holder stands in the way.
  enum class Sharing { alone, with_others };
  [[nodiscard]] bool lock(Sharing how);

  // Cuts off what stands behind the last line end, and returns how many bytes that were. Reads no more of
  // the file than that. Needed once before the first append.
  std::int64_t drop_unfinished_line();

  // In the file when this returns, for other processes to read. FileError that calls the lines as what says
  // ("a record") if there is no room: then the file ends where it did before.
  void append(std::string_view lines, std::string_view what);

  // On the disk when this returns.
  void sync(std::string_view what);

 private:
  std::string path_;
  Descriptor file_;
  std::int64_t size_ = 0;  // of the good part
};

}  // namespace spinsack
