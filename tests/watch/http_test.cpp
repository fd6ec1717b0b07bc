// SPDX-License-Identifier: Apache-2.0
#include "watch/http.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spinsack::test {
namespace {

using cli::end_of_head;
using cli::HttpReply;
using cli::HttpRequest;
using cli::parse_head;
using testing::HasSubstr;

TEST(Http, AHeadEndsWithAnEmptyLine) {
  EXPECT_FALSE(end_of_head(""));
  EXPECT_FALSE(end_of_head("GET / HTTP/1.1\r\n"));
  EXPECT_FALSE(end_of_head("GET / HTTP/1.1\r\nHost: a\r\n\r"));
  EXPECT_EQ(end_of_head("GET / HTTP/1.1\r\n\r\nbody"), 18U);
  EXPECT_EQ(end_of_head("GET / HTTP/1.1\n\nbody\n\n"), 16U);  // as people type it
}

TEST(Http, ARequestIsAMethodAPathAndAHost) {
  const auto parsed =
      parse_head("GET /progress HTTP/1.1\r\nAccept: */*\r\nHOST: \t LocalHost:80 \r\n\r\n");
  ASSERT_TRUE(std::holds_alternative<HttpRequest>(parsed));
  const auto& request = std::get<HttpRequest>(parsed);
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.target, "/progress");
  EXPECT_EQ(request.host, "localhost:80");
}

TEST(Http, EverythingElseIsNoRequest) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"\r\n\r\n", "are missing"},
      {"GET\r\n\r\n", "are missing"},
      {"GET /\r\n\r\n", "are missing"},
      {"GET  HTTP/1.1\r\n\r\n", "its path is not valid"},
      {"GET /a b HTTP/1.1\r\n\r\n", "its path is not valid"},
      {"GET /\x01 HTTP/1.1\r\n\r\n", "its path is not valid"},
      {"G@T / HTTP/1.1\r\n\r\n", "its method is not a word"},
      {"\x16\x03\x01\x02 / HTTP/1.1\r\n\r\n", "its method is not a word"},  // TLS begins like this
      {"GET / HTTP/2\r\n\r\n", "its version is not HTTP/1.1"},
      {"GET / HTTP/1.1\r\nHost\r\n\r\n", "a line of its head has no name"},
      {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", "a line of its head has no name"},
      {"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", "a line of its head has no name"},
      {"GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", "it names two hosts"}};
  for (const auto& [head, why] : cases) {
    const auto parsed = parse_head(head);
    ASSERT_TRUE(std::holds_alternative<HttpReply>(parsed)) << head;
    EXPECT_EQ(std::get<HttpReply>(parsed).status, 400) << head;
    EXPECT_THAT(*std::get<HttpReply>(parsed).body, HasSubstr(why)) << head;
  }
}

int refused_with(const std::string& method, const std::string& host, int port = 8000) {
  const auto reply = cli::refusal({.method = method, .target = "/", .host = host}, port);
  return reply ? reply->status : 200;
}

TEST(Http, OnlyThisHostIsAnswered) {
  EXPECT_EQ(refused_with("GET", "127.0.0.1:8000"), 200);
  EXPECT_EQ(refused_with("HEAD", "localhost:8000"), 200);
  EXPECT_EQ(refused_with("GET", "localhost", 80), 200);
  for (const char* host : {"", "localhost", "127.0.0.1", "127.0.0.1:8001", "127.0.0.1:80000",
                           "127.0.0.1:8000.evil.example", "evil.example", "evil.example:8000",
                           "127.0.0.2:8000", "[::1]:8000", "127.0.0.1:8000, localhost:8000"})
    EXPECT_EQ(refused_with("GET", host), 403) << host;
}

TEST(Http, ThePageCanOnlyBeRead) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get"})
    EXPECT_EQ(refused_with(method, "127.0.0.1:8000"), 405) << method;
  EXPECT_THAT(cli::reply_head(cli::text_reply(405, "no")), HasSubstr("\r\nAllow: GET, HEAD\r\n"));
}

TEST(Http, NothingIsKeptOrEmbedded) {
  const std::string head = cli::reply_head(cli::text_reply(200, "four"));
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n")) << head;
  EXPECT_TRUE(head.ends_with("\r\n\r\n")) << head;
  for (const char* line : {"Content-Length: 4", "Connection: close", "Cache-Control: no-store",
                           "Content-Security-Policy: frame-ancestors 'none'",
                           "X-Frame-Options: DENY", "X-Content-Type-Options: nosniff"})
    EXPECT_THAT(head, HasSubstr("\r\n" + std::string(line) + "\r\n"));
}

}  // namespace
}  // namespace spinsack::test
