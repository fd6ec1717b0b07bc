// SPDX-License-Identifier: Apache-2.0
// Pieces out of files, in any order, without reading the rest.
#pragma once

#include "core/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spinsack {

class FilePieces {
 public:
  explicit FilePieces(std::vector<std::string> paths)
      : files_(paths.size()), paths_(std::move(paths)) {}

  // Of the unpacked content, as LineReader gives offsets. FileError if it cannot be read or ends before.
  [[nodiscard]] std::string read(std::size_t file, std::int64_t offset, std::size_t size);
  const std::string& path(std::size_t file) const { return paths_[file]; }

 private:
  struct File {
    Descriptor descriptor;
    bool packed = false;
    std::string text;  // of a packed one
  };
  void open(std::size_t file);

  std::vector<File> files_;
  std::vector<std::string> paths_;
  std::vector<std::size_t> open_;  // files with a descriptor, the oldest first
};

}  // namespace spinsack
