// SPDX-License-Identifier: Apache-2.0
// A web server for this machine alone, on one thread. No client can hold it up: whatever one sends, or does not send,
// costs a bounded amount of memory for a bounded time, while the others are served.
#pragma once

#include "core/descriptor.hpp"
#include "watch/http.hpp"

#include <chrono>
#include <cstddef>
#include <functional>

namespace spinsack::cli {

struct ServerLimits {
  std::size_t connections = 64;    // at a time; for another one the oldest that is idle has to go
  std::size_t head_bytes = 16384;  // of a request
  std::chrono::milliseconds patience = std::chrono::seconds(20);  // without any progress
};

class LoopbackServer {
 public:
  // Listens at 127.0.0.1; port 0 for any that is free. FileError, which says why not.
  explicit LoopbackServer(int port, const ServerLimits& limits = {});

  int port() const { return port_; }

  // Answers GET and HEAD for this host until `end` can be read. Everything else is refused here. answer is called on
  // this thread, and should not take long.
  using Answer = std::function<HttpReply(const HttpRequest&)>;
  void serve(const Answer& answer, int end);

 private:
  ServerLimits limits_;
  Descriptor listener_;
  int port_ = 0;
};

}  // namespace spinsack::cli
