// SPDX-License-Identifier: Apache-2.0
#include "terminal/output.hpp"

#include "core/file.hpp"

#include <cstdio>
#include <poll.h>
#include <unistd.h>

namespace spinsack::cli {

void print(std::string_view text) {
  write_file("-", [&](TextWriter& out) { out.text(text); });
}

void note(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fputc('\n', stderr);
}

bool reader_is_gone() {
  pollfd query{STDOUT_FILENO, 0, 0};
  return ::poll(&query, 1, 0) == 1 && (query.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace spinsack::cli
