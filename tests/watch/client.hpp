// SPDX-License-Identifier: Apache-2.0
// A client of a server on this machine, which may also behave badly.
#pragma once

#include "core/descriptor.hpp"

#include <gtest/gtest.h>

#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

namespace spinsack::test {

class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address),
              0);
  }

  // False once the server takes no more.
  bool send(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t sent = ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  void finish_sending() const { ::shutdown(socket_.get(), SHUT_WR); }

  // Everything up to the end of the connection.
  std::string rest() const {
    std::string all;
    char bytes[4096];
    for (ssize_t got = 0; (got = ::recv(socket_.get(), bytes, sizeof bytes, 0)) > 0;)
      all.append(bytes, static_cast<std::size_t>(got));
    return all;
  }

 private:
  Descriptor socket_;
};

inline std::string request_text(std::string_view method, std::string_view target, int port) {
  return std::string(method) + " " + std::string(target) +
         " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n\r\n";
}

// The whole answer.
inline std::string get(int port, std::string_view target, std::string_view method = "GET") {
  const Client client(port);
  EXPECT_TRUE(client.send(request_text(method, target, port)));
  return client.rest();
}

inline std::string body_of(const std::string& answer) {
  const std::size_t end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

inline std::string status_of_answer(const std::string& answer) {
  return answer.size() > 12 ? answer.substr(9, 3) : answer;
}

}  // namespace spinsack::test
