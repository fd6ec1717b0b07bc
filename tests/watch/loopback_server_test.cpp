// SPDX-License-Identifier: Apache-2.0
#include "watch/loopback_server.hpp"

#include "core/error.hpp"
#include "watch/client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <list>
#include <memory>
#include <string>
#include <sys/eventfd.h>
#include <thread>
#include <utility>

namespace spinsack::test {
namespace {

using cli::HttpReply;
using cli::HttpRequest;
using cli::LoopbackServer;
using cli::ServerLimits;
using testing::HasSubstr;

// Says at "/" what it was asked for, and at "/long" more than any buffer between two sockets holds.
HttpReply echo(const HttpRequest& request) {
  static const auto long_text = std::make_shared<const std::string>(30'000'000, 'x');
  if (request.target == "/long") return {.body = long_text};
  if (request.target != "/") return cli::text_reply(404, "none\n");
  return cli::text_reply(200, request.method + " " + request.target);
}

class RunningServer {
 public:
  explicit RunningServer(const ServerLimits& limits = {})
      : end_(::eventfd(0, EFD_CLOEXEC)), server_(0, limits), thread_([this] {
          server_.serve(echo, end_.get());
          ended_ = true;
        }) {}
  ~RunningServer() { stop(); }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  int port() const { return server_.port(); }
  // Returns once it has ended, whoever is connected.
  void stop() {
    if (!thread_.joinable()) return;
    EXPECT_EQ(::eventfd_write(end_.get(), 1), 0);
    thread_.join();
    EXPECT_TRUE(ended_);
  }

 private:
  Descriptor end_;
  LoopbackServer server_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

TEST(LoopbackServer, AnswersWhoAsksWell) {
  const RunningServer server;
  EXPECT_EQ(body_of(get(server.port(), "/")), "GET /");
  EXPECT_EQ(status_of_answer(get(server.port(), "/other")), "404");
  EXPECT_EQ(status_of_answer(get(server.port(), "/", "POST")), "405");
  const std::string head = get(server.port(), "/", "HEAD");
  EXPECT_THAT(head, HasSubstr("Content-Length: 6\r\n"));
  EXPECT_EQ(body_of(head), "");
}

TEST(LoopbackServer, SendsMoreThanASocketHolds) {
  const RunningServer server;
  EXPECT_EQ(body_of(get(server.port(), "/long")).size(), 30'000'000U);
}

TEST(LoopbackServer, TakesARequestInAnyPieces) {
  const RunningServer server;
  const Client client(server.port());
  for (const char c : request_text("GET", "/", server.port()))
    ASSERT_TRUE(client.send(std::string(1, c)));
  EXPECT_EQ(body_of(client.rest()), "GET /");
}

TEST(LoopbackServer, RefusesOtherHosts) {
  const RunningServer server;
  for (const char* host : {"Host: evil.example\r\n", "Host: 127.0.0.1\r\n", ""}) {
    const Client client(server.port());
    ASSERT_TRUE(client.send("GET / HTTP/1.1\r\n" + std::string(host) + "\r\n"));
    const std::string answer = client.rest();
    EXPECT_EQ(status_of_answer(answer), "403") << host;
    EXPECT_THAT(answer, testing::Not(HasSubstr("GET /"))) << host;
  }
}

TEST(LoopbackServer, TellsGarbageThatItIsGarbage) {
  const RunningServer server;
  const Client client(server.port());
  ASSERT_TRUE(client.send(std::string("\x16\x03\x01\0\xff\n\n", 7)));
  EXPECT_EQ(status_of_answer(client.rest()), "400");
  EXPECT_EQ(body_of(get(server.port(), "/")), "GET /");
}

// However much more comes, it has its answer, and the server does not keep what comes.
TEST(LoopbackServer, RefusesLongRequests) {
  const RunningServer server;
  for (const char* end : {"\r\n\r\n", ""}) {
    const Client client(server.port());
    static_cast<void>(client.send("GET /" + std::string(3'000'000, 'a') + end));
    client.finish_sending();
    EXPECT_EQ(status_of_answer(client.rest()), "431");
  }
  const Client client(server.port());  // and a body that nobody wants
  static_cast<void>(
      client.send(request_text("GET", "/", server.port()) + std::string(3'000'000, 'b')));
  client.finish_sending();
  EXPECT_EQ(body_of(client.rest()), "GET /");
}

TEST(LoopbackServer, ServesOthersBesideThoseWhoHang) {
  const RunningServer server;
  const Client silent(server.port());
  const Client half(server.port());
  ASSERT_TRUE(half.send("GET / HT"));
  const Client deaf(server.port());  // asks for much and reads none of it
  ASSERT_TRUE(deaf.send(request_text("GET", "/long", server.port())));
  for (int k = 0; k < 20; ++k) EXPECT_EQ(body_of(get(server.port(), "/")), "GET /");
  ASSERT_TRUE(half.send("TP/1.1\r\nHost: localhost:" + std::to_string(server.port()) + "\r\n\r\n"));
  EXPECT_EQ(body_of(half.rest()), "GET /");
  EXPECT_EQ(body_of(deaf.rest()).size(), 30'000'000U);
}

TEST(LoopbackServer, ManyWhoHangGiveWayToOneWhoAsks) {
  const RunningServer server({.connections = 4});
  std::list<Client> silent;
  for (int k = 0; k < 100; ++k) silent.emplace_back(server.port());
  EXPECT_EQ(body_of(get(server.port(), "/")), "GET /");
  EXPECT_EQ(silent.front().rest(), "");  // it was shown the door
}

TEST(LoopbackServer, LosesPatienceWithWhoHangs) {
  const RunningServer server({.patience = std::chrono::milliseconds(50)});
  const Client half(server.port());
  ASSERT_TRUE(half.send("GET / HT"));
  EXPECT_EQ(half.rest(), "");
}

TEST(LoopbackServer, EndsAtOnceWhoeverIsConnected) {
  RunningServer server;
  const Client silent(server.port());
  const Client deaf(server.port());
  ASSERT_TRUE(deaf.send(request_text("GET", "/long", server.port())));
  EXPECT_EQ(body_of(get(server.port(), "/")), "GET /");
  server.stop();
  EXPECT_EQ(silent.rest(), "");
}

TEST(LoopbackServer, SaysThatAPortIsTaken) {
  const LoopbackServer first(0);
  try {
    const LoopbackServer second(first.port());
    FAIL() << "two servers at port " << first.port();
  } catch (const FileError& error) {
    EXPECT_EQ(std::string(error.what()), "127.0.0.1:" + std::to_string(first.port()) +
                                             ": cannot listen: Address already in use");
  }
}

}  // namespace
}  // namespace spinsack::test
