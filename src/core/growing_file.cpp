// SPDX-License-Identifier: Apache-2.0
#include "core/growing_file.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

[[noreturn]] void fail(const std::string& path, std::string_view what, int reason) {
  throw FileError(fmt::format("{}: {}: {}", path, what, std::strerror(reason)));
}

// Reads exactly that many bytes, which are there.
void read_at(const std::string& path, int file, std::int64_t offset, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::pread(file, data, size, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(path, "cannot read", got < 0 ? errno : EIO);
    data += got;
    offset += got;
    size -= static_cast<std::size_t>(got);
  }
}

// Where the part of the file ends that consists of whole lines.
std::int64_t end_of_lines(const std::string& path, int file, std::int64_t size) {
  constexpr std::int64_t block = std::int64_t{1} << 16;
  std::vector<char> bytes(block);
  for (std::int64_t end = size; end > 0;) {
    const std::int64_t start = std::max<std::int64_t>(0, end - block);
    const auto count = static_cast<std::size_t>(end - start);
    read_at(path, file, start, bytes.data(), count);
    const std::size_t last = std::string_view(bytes.data(), count).rfind('\n');
    if (last != std::string_view::npos) return start + static_cast<std::int64_t>(last) + 1;
    end = start;
  }
  return 0;
}

}  // namespace

GrowingFile::GrowingFile(std::string path)
    : path_(std::move(path)), file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_ < 0) fail(path_, "cannot write", errno);
}

GrowingFile::~GrowingFile() { ::close(file_); }

bool GrowingFile::lock(Sharing how) {
  if (::flock(file_, (how == Sharing::alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK) fail(path_, "cannot lock", errno);
  return false;
}

std::int64_t GrowingFile::drop_unfinished_line() {
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail(path_, "cannot read", errno);
  size_ = end_of_lines(path_, file_, status.st_size);
  const std::int64_t rest = status.st_size - size_;
  if (rest > 0 && ::ftruncate(file_, size_) != 0)
    fail(path_, "cannot cut off an unfinished line", errno);
  return rest;
}

void GrowingFile::append(std::string_view lines, std::string_view what) {
  for (std::size_t written = 0; written < lines.size();) {
    const ssize_t count = ::pwrite(file_, lines.data() + written, lines.size() - written,
                                   size_ + static_cast<std::int64_t>(written));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const int reason = count < 0 ? errno : EIO;
      static_cast<void>(::ftruncate(file_, size_));
      fail(path_, fmt::format("cannot write {}", what), reason);
    }
    written += static_cast<std::size_t>(count);
  }
  size_ += static_cast<std::int64_t>(lines.size());
}

void GrowingFile::sync(std::string_view what) {
  if (::fdatasync(file_) != 0) fail(path_, fmt::format("cannot write {}", what), errno);
}

}  // namespace spinsack
