// SPDX-License-Identifier: Apache-2.0
#include "core/file_pieces.hpp"

#include "core/compression.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/system_reason.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace spinsack {
namespace {

constexpr std::size_t most_open = 128;  // of the thousand or so that a process may have

}  // namespace

void FilePieces::open(std::size_t file) {
  File& wanted = files_[file];
  if (open_.size() == most_open) {
    files_[open_.front()].descriptor.close();
    open_.erase(open_.begin());
  }
  wanted.descriptor = open_file(paths_[file], O_RDONLY);
  if (!wanted.descriptor.open()) file_failure(paths_[file], "open", errno);
  open_.push_back(file);
  std::array<char, 8> start{};
  const ssize_t got = ::pread(wanted.descriptor.get(), start.data(), start.size(), 0);
  wanted.packed =
      got > 0 && is_packed(std::string_view(start.data(), static_cast<std::size_t>(got)));
  if (wanted.packed) wanted.text = read_file(paths_[file]).text;
}

std::string FilePieces::read(std::size_t file, std::int64_t offset, std::size_t size) {
  if (!files_[file].packed && !files_[file].descriptor.open()) open(file);
  const File& wanted = files_[file];
  if (wanted.packed) return wanted.text.substr(static_cast<std::size_t>(offset), size);
  std::string piece(size, '\0');
  for (std::size_t done = 0; done < size;) {
    const ssize_t got = ::pread(wanted.descriptor.get(), piece.data() + done, size - done,
                                offset + static_cast<std::int64_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) file_failure(paths_[file], "read", errno);
    if (got == 0) throw FileError(fmt::format("{}: shorter than a moment ago", paths_[file]));
    done += static_cast<std::size_t>(got);
  }
  return piece;
}

}  // namespace spinsack
