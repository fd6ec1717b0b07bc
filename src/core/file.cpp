// SPDX-License-Identifier: Apache-2.0
#include "core/file.hpp"

#include "core/compression.hpp"
#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace spinsack {
namespace {

constexpr std::size_t largest_input = std::size_t{4} << 30;
constexpr std::size_t flush_size = std::size_t{1} << 20;

[[noreturn]] void fail(std::string_view name, std::string_view action, int error) {
  throw FileError(fmt::format("{}: cannot {}: {}", name, action, std::strerror(error)));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int get() const { return fd_; }
  // False if the system reports a late write error; safe to call twice.
  bool close() {
    const int fd = std::exchange(fd_, -1);
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_;
};

void write_all(std::string_view name, int fd, std::string_view data) {
  while (!data.empty()) {
    const ssize_t written = ::write(fd, data.data(), data.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(name, "write", errno);
    data.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string read_all(std::string_view name, int fd) {
  struct stat status {};
  if (fstat(fd, &status) != 0) fail(name, "read", errno);
  if (S_ISDIR(status.st_mode)) fail(name, "read", EISDIR);
  std::string data;
  const auto expected = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  std::size_t size = 0;
  for (;;) {
    // One byte more than a regular file holds, so that its end is seen without growing.
    if (size == data.size()) data.resize(std::max({expected + 1, 2 * size, flush_size}));
    const ssize_t got = ::read(fd, data.data() + size, data.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(name, "read", errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > largest_input)
      throw FileError(fmt::format("{}: larger than {} bytes", name, largest_input));
  }
  data.resize(size);
  return data;
}

// Feeds write's output through the packer that the name asks for, into an open descriptor.
void produce(std::string_view name, int fd, const std::function<void(TextWriter&)>& write) {
  const auto packer =
      make_packer(name, [&](std::string_view piece) { write_all(name, fd, piece); });
  TextWriter writer([&](std::string_view piece) { packer->write(piece); });
  write(writer);
  writer.flush();
  packer->finish();
}

// A file without a name in the directory of path, or one with a temporary name where the file
// system knows no nameless files; the latter is removed again unless it is kept.
class Draft {
 public:
  // path is where the file will be, name what the user called it.
  Draft(const std::string& path, const std::string& name)
      : path_(path),
        name_(name),
        temporary_(fmt::format("{}.{}.part", path, ::getpid())),
        directory_(std::filesystem::path(path).parent_path()),
        file_(::open(directory_.empty() ? "." : directory_.c_str(),
                     O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666)) {
    if (file_.get() >= 0) return;
    named_.emplace(::open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
    if (named_->get() < 0) fail(name_, "create", errno);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (linked_ || named_) ::unlink(temporary_.c_str());
  }
  int descriptor() const { return named_ ? named_->get() : file_.get(); }

  void keep() {
    if (::fsync(descriptor()) != 0 && errno != EINVAL) fail(name_, "write", errno);
    if (!named_) {
      const std::string open_file = fmt::format("/proc/self/fd/{}", file_.get());
      if (::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) !=
          0)
        fail(name_, "create", errno);
      linked_ = true;
    }
    if (!(named_ ? *named_ : file_).close()) fail(name_, "write", errno);
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(name_, "create", errno);
    linked_ = false;
    named_.reset();
  }

 private:
  const std::string& path_;
  const std::string& name_;
  std::string temporary_;
  std::filesystem::path directory_;
  Descriptor file_;
  std::optional<Descriptor> named_;
  bool linked_ = false;
};

}  // namespace

InputFile read_file(std::string_view path) {
  InputFile input{path == "-" ? "standard input" : std::string(path), {}};
  if (path == "-") {
    input.text = read_all(input.name, STDIN_FILENO);
  } else {
    const Descriptor file(::open(input.name.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) fail(input.name, "open", errno);
    input.text = read_all(input.name, file.get());
  }
  input.text = unpack(input.name, std::move(input.text), largest_input);
  // Some editors put an invisible mark in front of every text; no format of ours starts with one.
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (input.text.starts_with(byte_order_mark)) input.text.erase(0, byte_order_mark.size());
  return input;
}

void TextWriter::text(std::string_view piece) {
  buffer_ += piece;
  if (buffer_.size() >= flush_size) flush();
}

void TextWriter::integer(std::int64_t value) {
  const fmt::format_int digits(value);
  text({digits.data(), digits.size()});
}

void TextWriter::real(double value) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (std::fabs(value) <= exact && std::trunc(value) == value)
    return integer(static_cast<std::int64_t>(value));
  // 1.8e308 has 309 digits before the point, 5e-324 more than a thousand after it.
  std::array<char, 1500> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled next
  const auto [end, status] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  text({digits.data(), end});
}

void TextWriter::flush() {
  sink_(buffer_);
  buffer_.clear();
}

void write_file(std::string_view path, const std::function<void(TextWriter&)>& write) {
  if (path == "-") {
    produce("standard output", STDOUT_FILENO, write);
    return;
  }
  // A device or pipe is written in place, and a link is followed to the file behind it.
  const std::string name(path);
  struct stat status {};
  const bool exists = ::stat(name.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    Descriptor file(::open(name.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.get() < 0) fail(name, "create", errno);
    produce(name, file.get(), write);
    if (!file.close()) fail(name, "write", errno);
    return;
  }
  if (exists && ::access(name.c_str(), W_OK) != 0) fail(name, "create", errno);
  const std::string place = exists ? std::filesystem::canonical(name).string() : name;
  Draft draft(place, name);
  produce(name, draft.descriptor(), write);
  if (exists) ::fchmod(draft.descriptor(), status.st_mode & 07777);
  draft.keep();
}

std::string write_string(const std::function<void(TextWriter&)>& write) {
  std::string text;
  TextWriter writer([&](std::string_view piece) { text += piece; });
  write(writer);
  writer.flush();
  return text;
}

}  // namespace spinsack
