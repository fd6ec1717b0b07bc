// SPDX-License-Identifier: Apache-2.0
#include "core/growing_file.hpp"

#include "core/system_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

// Reads exactly that many bytes, which are there.
void read_at(const std::string& path, int file, std::int64_t offset, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::pread(file, data, size, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) file_failure(path, "read", got < 0 ? errno : EIO);
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
    : path_(std::move(path)), file_(open_file(path_, O_RDWR | O_CREAT)) {
  if (!file_.open()) file_failure(path_, "write", errno);
}

bool GrowingFile::lock(Sharing how) {
  if (::flock(file_.get(), (how == Sharing::alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return true;
  if (errno != EWOULDBLOCK) file_failure(path_, "lock", errno);
  return false;
}

std::int64_t GrowingFile::drop_unfinished_line() {
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) file_failure(path_, "read", errno);
  size_ = end_of_lines(path_, file_.get(), status.st_size);
  const std::int64_t rest = status.st_size - size_;
  if (rest > 0 && ::ftruncate(file_.get(), size_) != 0)
    file_failure(path_, "cut off an unfinished line", errno);
  return rest;
}

void GrowingFile::append(std::string_view lines, std::string_view what) {
  if (::lseek(file_.get(), size_, SEEK_SET) < 0 || !write_all(file_.get(), lines)) {
    const int reason = errno;
    static_cast<void>(::ftruncate(file_.get(), size_));
    file_failure(path_, fmt::format("write {}", what), reason);
  }
  size_ += static_cast<std::int64_t>(lines.size());
}

void GrowingFile::sync(std::string_view what) {
  if (::fdatasync(file_.get()) != 0) file_failure(path_, fmt::format("write {}", what), errno);
}

}  // namespace spinsack
