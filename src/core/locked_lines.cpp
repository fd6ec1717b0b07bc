// SPDX-License-Identifier: Apache-2.0
#include "core/locked_lines.hpp"

#include "core/system_reason.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spinsack {
namespace {

// Locked while it lives.
class Turn {
 public:
  Turn(const std::string& path, int file) : file_(file) {
    while (::flock(file_, LOCK_EX) != 0)
      if (errno != EINTR) file_failure(path, "lock", errno);
  }
  ~Turn() { ::flock(file_, LOCK_UN); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  int file_;
};

std::int64_t size_of(const std::string& path, int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) file_failure(path, "read", errno);
  return status.st_size;
}

std::string bytes_between(const std::string& path, int file, std::int64_t begin, std::int64_t end) {
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t got = ::pread(file, text.data() + done, text.size() - done,
                                begin + static_cast<std::int64_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) file_failure(path, "read", got < 0 ? errno : EIO);
    done += static_cast<std::size_t>(got);
  }
  return text;
}

}  // namespace

// What stands behind the last line end is for the next time.
void LockedLines::take_new(std::int64_t size, const Take& take) {
  if (size <= taken_) return;
  const std::string text = bytes_between(path_, file_.get(), taken_, size);
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    take(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  taken_ += static_cast<std::int64_t>(begin);
}

void LockedLines::read(const Take& take) {
  const std::scoped_lock lock(mutex_);
  std::error_code unreadable;
  if (!file_.open() && !std::filesystem::exists(path_, unreadable)) return;
  if (!file_.open()) file_ = open_file(path_, O_RDWR);
  if (!file_.open()) file_ = open_file(path_, O_RDONLY);
  if (!file_.open()) file_failure(path_, "read", errno);
  take_new(size_of(path_, file_.get()), take);
}

void LockedLines::turn(const Take& take, const std::function<std::string()>& write) {
  const std::scoped_lock lock(mutex_);
  if (!file_.open()) file_ = open_file(path_, O_RDWR | O_CREAT);
  if (!file_.open()) file_failure(path_, "write", errno);
  const Turn turn(path_, file_.get());
  const std::int64_t size = size_of(path_, file_.get());
  take_new(size, take);
  std::string lines;
  if (taken_ < size) {  // somebody was ended while writing; it may have been all but the line end
    take(bytes_between(path_, file_.get(), taken_, size));
    lines = "\n";
    taken_ = size + 1;
  }
  lines += write();
  if (lines.empty()) return;
  if (::lseek(file_.get(), size, SEEK_SET) < 0 || !write_all(file_.get(), lines) ||
      ::fdatasync(file_.get()) != 0) {
    const int reason = errno;
    static_cast<void>(::ftruncate(file_.get(), size));
    if (taken_ > size) taken_ = size;
    file_failure(path_, "write", reason);
  }
}

}  // namespace spinsack
