// SPDX-License-Identifier: Apache-2.0
#include "watch/http.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace spinsack::cli {
namespace {

// Letters, digits and these: what names of methods and headers are made of.
bool is_token(std::string_view text) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           others.find(c) != std::string_view::npos;
  });
}

bool is_visible(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c < 127; });
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The next line, without its end.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

HttpReply bad_request(std::string_view what) {
  return text_reply(400, fmt::format("This is not a valid request: {}.\n", what));
}

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Bad Request";
  }
}

}  // namespace

HttpReply text_reply(int status, std::string text) {
  return {.status = status, .body = std::make_shared<const std::string>(std::move(text))};
}

std::optional<std::size_t> end_of_head(std::string_view received) {
  for (std::size_t end = received.find('\n'); end != std::string_view::npos;
       end = received.find('\n', end + 1)) {
    std::string_view rest = received.substr(end + 1);
    if (rest.starts_with('\r')) rest.remove_prefix(1);
    if (rest.starts_with('\n')) return received.size() - rest.size() + 1;
  }
  return std::nullopt;
}

std::variant<HttpRequest, HttpReply> parse_head(std::string_view head) {
  const std::string_view first = take_line(head);
  const std::size_t one = first.find(' ');
  const std::size_t two = first.rfind(' ');
  if (one == std::string_view::npos || one == two)
    return bad_request("a method, a path and a version are missing");
  HttpRequest request{.method = std::string(first.substr(0, one)),
                      .target = std::string(first.substr(one + 1, two - one - 1)),
                      .host = {}};
  const std::string_view version = first.substr(two + 1);
  if (!is_token(request.method)) return bad_request("its method is not a word");
  if (!is_visible(request.target)) return bad_request("its path is not valid");
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return bad_request("its version is not HTTP/1.1");
  bool has_host = false;
  for (std::string_view line = take_line(head); !line.empty(); line = take_line(head)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
      return bad_request("a line of its head has no name");
    if (lower_case(line.substr(0, colon)) != "host") continue;
    if (std::exchange(has_host, true)) return bad_request("it names two hosts");
    request.host = lower_case(trimmed(line.substr(colon + 1)));
  }
  return request;
}

std::optional<HttpReply> refusal(const HttpRequest& request, int port) {
  const bool ours =
      std::ranges::any_of(std::array{"127.0.0.1", "localhost"}, [&](const char* name) {
        return request.host == fmt::format("{}:{}", name, port) ||
               (port == 80 && request.host == name);
      });
  if (!ours)
    return text_reply(403, fmt::format("This page is at http://127.0.0.1:{}/ only.\n", port));
  if (request.method != "GET" && request.method != "HEAD")
    return text_reply(405, "This page can only be read.\n");
  return std::nullopt;
}

std::string reply_head(const HttpReply& reply) {
  return fmt::format(
      "HTTP/1.1 {} {}\r\n"
      "Content-Type: {}\r\n"
      "Content-Length: {}\r\n"
      "Connection: close\r\n"
      "Cache-Control: no-store\r\n"
      "Content-Security-Policy: frame-ancestors 'none'\r\n"
      "X-Frame-Options: DENY\r\n"
      "X-Content-Type-Options: nosniff\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\n"
      "Referrer-Policy: no-referrer\r\n"
      "{}\r\n",
      reply.status, reason_of(reply.status), reply.type, reply.body->size(),
      reply.status == 405 ? "Allow: GET, HEAD\r\n" : "");
}

}  // namespace spinsack::cli
