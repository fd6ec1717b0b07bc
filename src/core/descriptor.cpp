// SPDX-License-Identifier: Apache-2.0
#include "core/descriptor.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace spinsack {

bool Descriptor::close() {
  const int fd = std::exchange(fd_, -1);
  return fd < 0 || ::close(fd) == 0;
}

Descriptor open_file(const std::string& path, int flags) {
  constexpr mode_t usual_permissions = 0666;  // less those that the umask takes away
  for (;;) {
    Descriptor file(::open(path.c_str(), flags | O_CLOEXEC, usual_permissions));
    if (file.open() || errno != EINTR) return file;
  }
}

bool write_all(int fd, std::string_view data) {
  while (!data.empty()) {
    const ssize_t written = ::write(fd, data.data(), data.size());
    if (written > 0) {
      data.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0) {
      errno = EIO;  // no system does so for a file; better told than tried for ever
      return false;
    } else if (errno == EAGAIN) {
      pollfd room{
          .fd = fd, .events = POLLOUT, .revents = 0};  // a pipe that somebody made impatient
      if (::poll(&room, 1, -1) < 0 && errno != EINTR) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace spinsack
