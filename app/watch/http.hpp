// SPDX-License-Identifier: Apache-2.0
// As much of HTTP/1.1 as a page for one reader on this machine needs: what is asked for, and what is answered. Nothing
// here touches a socket.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace spinsack::cli {

struct HttpRequest {
  std::string method;
  std::string target;  // as it was sent: "/progress"
  std::string host;    // that the client means; empty if it does not say
};

struct HttpReply {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body;
};

[[nodiscard]] HttpReply text_reply(int status, std::string text);

// Where the head of a request ends, behind its empty line; nothing if that has not come yet.
[[nodiscard]] std::optional<std::size_t> end_of_head(std::string_view received);

// A request from its head, or why it is none.
[[nodiscard]] std::variant<HttpRequest, HttpReply> parse_head(std::string_view head);

// Why a server at this port of 127.0.0.1 does not answer a request, if so. A page of another site may have its own name
// resolve to this address, and read what is answered, but the browser then sends that name (DNS rebinding).
[[nodiscard]] std::optional<HttpReply> refusal(const HttpRequest& request, int port);

// What is sent before the body. Nothing is to be kept, embedded or guessed at.
[[nodiscard]] std::string reply_head(const HttpReply& reply);

}  // namespace spinsack::cli
