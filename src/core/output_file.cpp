// SPDX-License-Identifier: Apache-2.0
#include "core/output_file.hpp"

#include "core/error.hpp"
#include "core/system_reason.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as the system counts

// The N of /dev/fd/N and its like, if they are those of this process.
std::optional<int> own_descriptor(const fs::path& path) {
  std::error_code fault;
  if (fs::canonical(path.parent_path(), fault) != fmt::format("/proc/{}/fd", ::getpid())) return {};
  const std::string digits = path.filename().string();
  int number = -1;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (status != std::errc{} || end != digits.data() + digits.size()) return {};
  return number;
}

bool may(const std::string& path, int what) {
  return ::faccessat(AT_FDCWD, path.c_str(), what, AT_EACCESS) == 0;
}

}  // namespace

void OutputFile::fail(std::string_view action, int error) const {
  file_failure(name_, action, error);
}

OutputFile::OutputFile(std::string_view path)
    : name_(path == "-" ? "standard output" : path), path_(path) {
  // 1. To the end of all links, unless one of them is an open file of ours.
  if (path == "-") descriptor_ = STDOUT_FILENO;
  for (int links = 0; descriptor_ < 0; ++links) {
    if (const auto own = own_descriptor(path_)) {
      descriptor_ = *own;
      break;
    }
    std::error_code none;
    const fs::path target = fs::read_symlink(path_, none);
    if (none) break;
    if (links == most_links) fail("create", ELOOP);
    path_ = (fs::path(path_).parent_path() / target).string();
  }

  // 2. What is there.
  struct stat status {};
  const int answer =
      descriptor_ >= 0 ? ::fstat(descriptor_, &status) : ::stat(name_.c_str(), &status);
  if (answer == 0) {
    exists_ = true;
    stream_ = descriptor_ >= 0 || !S_ISREG(status.st_mode);
    has_identity_ = S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode);
    identity_ = {.device = status.st_dev, .number = status.st_ino, .place = {}};
  } else if (path == "-") {
    stream_ = true;  // closed: told by whoever writes
  } else if (descriptor_ >= 0 || errno != ENOENT) {
    fail("create", errno);
  }
  if (exists_ && S_ISDIR(status.st_mode)) fail("create", EISDIR);
  if (exists_ && descriptor_ < 0 && !may(name_, W_OK)) fail("create", errno);
  if (stream_) {
    if (descriptor_ < 0) path_ = name_;  // a link in /proc can be opened, but leads to no path
    return;
  }

  // 3. Where the new file will be.
  directory_ = fs::path(path_).parent_path().string();
  if (directory_.empty()) directory_ = ".";
  if (!may(directory_, W_OK | X_OK)) fail("create", errno);
  if (exists_) return;
  std::error_code fault;
  identity_.place = (fs::canonical(directory_, fault) / fs::path(path_).filename()).string();
  has_identity_ = !fault;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)),
      path_(std::move(other.path_)),
      directory_(std::move(other.directory_)),
      temporary_(std::exchange(other.temporary_, {})),
      identity_(std::move(other.identity_)),
      file_(std::move(other.file_)),
      descriptor_(other.descriptor_),
      size_(other.size_),
      stream_(other.stream_),
      exists_(other.exists_),
      has_identity_(other.has_identity_),
      state_(other.state_) {}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

// Short and without the name of the file, which may be as long as names can be.
std::string OutputFile::unused_name() const {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) fail("create", errno);
  return (fs::path(directory_) / fmt::format(".spinsack-{:016x}.part", random)).string();
}

// Without a name where the file system and /proc allow it: then nothing is left whatever happens.
void OutputFile::open_draft() {
  if (may("/proc/self/fd", X_OK)) file_ = open_file(directory_, O_TMPFILE | O_WRONLY);
  while (!file_.open()) {
    std::string name = unused_name();
    file_ = open_file(name, O_CREAT | O_EXCL | O_WRONLY);
    if (file_.open())
      temporary_ = std::move(name);
    else if (errno != EEXIST)
      fail("create", errno);
  }
}

void OutputFile::open() {
  if (descriptor_ >= 0) return;
  if (stream_) {
    file_ = open_file(path_, O_WRONLY | O_NOCTTY);  // a pipe waits for its reader
    if (!file_.open()) fail("create", errno);
  } else {
    open_draft();
  }
  descriptor_ = file_.get();
}

void OutputFile::write(std::string_view data) {
  open();
  if (!write_all(descriptor_, data)) {
    const int error = errno;
    if (!stream_ && ::ftruncate(descriptor_, size_) == 0) ::lseek(descriptor_, size_, SEEK_SET);
    fail("write", error);
  }
  size_ += static_cast<std::int64_t>(data.size());
}

void OutputFile::sync() {
  if (!stream_ && descriptor_ >= 0 && ::fsync(descriptor_) != 0 && errno != EINVAL)
    fail("write", errno);
}

// The owner first, since a change of owner takes permissions away. Permissions of a group that cannot be kept
// would be those of another group.
void OutputFile::imitate_old() const {
  struct stat old {};
  if (::stat(path_.c_str(), &old) != 0) return;
  constexpr auto same_user = static_cast<uid_t>(-1);
  const bool kept = ::fchown(descriptor_, old.st_uid, old.st_gid) == 0 ||
                    ::fchown(descriptor_, same_user, old.st_gid) == 0;
  ::fchmod(descriptor_, old.st_mode & (kept ? 07777U : 0707U));
}

void OutputFile::publish(Old old) {
  if (stream_ || state_ != State::draft) return;
  open();
  imitate_old();
  sync();
  while (temporary_.empty()) {
    std::string name = unused_name();
    const std::string open_file = fmt::format("/proc/self/fd/{}", descriptor_);
    if (::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0)
      temporary_ = std::move(name);
    else if (errno != EEXIST)
      fail("create", errno);
  }
  // Where files cannot be exchanged, the old one is replaced.
  if (old == Old::keep && exists_ &&
      ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0) {
    state_ = State::exchanged;
    return;
  }
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail("create", errno);
  temporary_.clear();
  state_ = State::published;
}

void OutputFile::take_back() noexcept {
  if (state_ == State::exchanged)
    static_cast<void>(
        ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE));
  else if (state_ == State::published && !exists_)
    ::unlink(path_.c_str());
}

}  // namespace spinsack
