// SPDX-License-Identifier: Apache-2.0
// Open files as the system numbers them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace spinsack {

// Closes the file with its owner; -1 for none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  // False if the system reports a late write error; safe to call twice.
  bool close();

 private:
  int fd_ = -1;
};

// The one call of open(2): with these flags, closed by exec, with the usual permissions for a new file, repeated where
// a signal cut it short. Not open, with errno set, if it cannot be.
[[nodiscard]] Descriptor open_file(const std::string& path, int flags);

// Writes all of it, whether the system takes it in parts, a signal comes between, or a reader must be waited
// for. False with errno set if it cannot; some of it may be written then.
[[nodiscard]] bool write_all(int fd, std::string_view data);

}  // namespace spinsack
