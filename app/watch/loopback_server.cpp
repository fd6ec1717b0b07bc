// SPDX-License-Identifier: Apache-2.0
#include "watch/loopback_server.hpp"

#include "core/error.hpp"
#include "core/system_reason.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <list>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <utility>
#include <variant>
#include <vector>

namespace spinsack::cli {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void cannot_listen(int port, int reason) {
  throw FileError(fmt::format("127.0.0.1:{}: cannot listen: {}", port, system_reason(reason)));
}

sockaddr_in loopback_address(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

bool would_wait() { return errno == EAGAIN || errno == EINTR; }

// One request and its answer. An answer is followed by what the client still sends, read and forgotten: a socket closed
// before that would have the answer thrown away at the other end.
class Connection {
 public:
  Connection(Descriptor socket, const ServerLimits& limits)
      : limits_(&limits), socket_(std::move(socket)) {
    made_progress();
  }

  pollfd question() const {
    const int events = phase_ == Phase::writing ? POLLOUT : POLLIN;
    return {.fd = socket_.get(), .events = static_cast<short>(events), .revents = 0};
  }
  Clock::time_point deadline() const { return deadline_; }
  bool idle() const { return phase_ != Phase::writing; }

  // Does what can be done without waiting. False once it is over.
  bool go_on(const LoopbackServer::Answer& answer, int port) {
    switch (phase_) {
      case Phase::reading:
        return read(answer, port);
      case Phase::writing:
        return write();
      case Phase::draining:
        return drain();
    }
    return false;
  }

 private:
  enum class Phase { reading, writing, draining };

  // What comes next has its own time. A head has only one, or it could come a byte at a time for ever.
  void made_progress() { deadline_ = Clock::now() + limits_->patience; }

  bool read(const LoopbackServer::Answer& answer, int port) {
    std::array<char, 4096> bytes{};
    const ssize_t got = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
    if (got < 0) return would_wait();
    if (got == 0) return false;  // nobody waits for an answer to half a request
    received_.append(bytes.data(), static_cast<std::size_t>(got));
    const std::optional<std::size_t> head = end_of_head(received_);
    if (head && *head <= limits_->head_bytes) {
      received_.resize(*head);
      begin(reply_to(parse_head(received_), answer, port));
    } else if (head || received_.size() > limits_->head_bytes) {
      begin(text_reply(431, "This request is too long.\n"));
    } else {
      return true;
    }
    return write();
  }

  HttpReply reply_to(const std::variant<HttpRequest, HttpReply>& parsed,
                     const LoopbackServer::Answer& answer, int port) {
    if (const auto* bad = std::get_if<HttpReply>(&parsed)) return *bad;
    const auto& request = std::get<HttpRequest>(parsed);
    head_only_ = request.method == "HEAD";
    if (const std::optional<HttpReply> refused = refusal(request, port)) return *refused;
    return answer(request);
  }

  void begin(HttpReply reply) {
    head_ = reply_head(reply);
    if (!head_only_) body_ = std::move(reply.body);
    phase_ = Phase::writing;
    made_progress();
  }

  bool write() {
    for (;;) {
      const bool in_head = sent_ < head_.size();
      const std::size_t all = head_.size() + (body_ ? body_->size() : 0);
      if (sent_ == all) break;
      const std::string_view rest = in_head ? std::string_view(head_).substr(sent_)
                                            : std::string_view(*body_).substr(sent_ - head_.size());
      const ssize_t taken = ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
      if (taken < 0) return would_wait();
      sent_ += static_cast<std::size_t>(taken);
      made_progress();
    }
    body_.reset();
    phase_ = Phase::draining;
    return ::shutdown(socket_.get(), SHUT_WR) == 0;
  }

  bool drain() {
    std::array<char, 4096> bytes{};
    const ssize_t got = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
    return got > 0 || (got < 0 && would_wait());  // until the deadline, which stays
  }

  const ServerLimits* limits_;
  Descriptor socket_;
  Phase phase_ = Phase::reading;
  Clock::time_point deadline_;
  std::string received_;
  std::string head_;
  std::shared_ptr<const std::string> body_;
  bool head_only_ = false;
  std::size_t sent_ = 0;  // of head and body together
};

// All clients of a server, those that came first in front.
class Clients {
 public:
  Clients(int listener, const ServerLimits& limits) : listener_(listener), limits_(&limits) {}

  // Waits for something to do, and does it. False once `end` can be read.
  bool turn(const LoopbackServer::Answer& answer, int port, int end) {
    const int listener = std::exchange(no_room_, false) ? -1 : listener_;  // -1 is not asked
    std::vector<pollfd> questions{{.fd = end, .events = POLLIN, .revents = 0},
                                  {.fd = listener, .events = POLLIN, .revents = 0}};
    for (const Connection& connection : connections_) questions.push_back(connection.question());
    const int patience = listener < 0 ? 100 : milliseconds_to_deadline();
    if (::poll(questions.data(), questions.size(), patience) < 0 && errno != EINTR &&
        errno != EAGAIN)
      throw FileError(
          fmt::format("127.0.0.1:{}: cannot wait for requests: {}", port, system_reason(errno)));
    if (questions[0].revents != 0) return false;
    const Clock::time_point now = Clock::now();
    auto connection = connections_.begin();
    for (std::size_t i = 2; i < questions.size(); ++i) {
      const bool over = (questions[i].revents != 0 && !connection->go_on(answer, port)) ||
                        connection->deadline() <= now;
      connection = over ? connections_.erase(connection) : std::next(connection);
    }
    if (questions[1].revents != 0) accept_all();
    return true;
  }

 private:
  int milliseconds_to_deadline() const {
    if (connections_.empty()) return -1;
    const auto first = std::ranges::min_element(connections_, {}, &Connection::deadline);
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(first->deadline() - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
  }

  void accept_all() {
    for (;;) {
      Descriptor socket(::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (socket.open()) {
        if (connections_.size() >= limits_->connections) drop_oldest();
        connections_.emplace_back(std::move(socket), *limits_);
      } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        no_room_ = connections_.empty();  // then others use up the system: try again a bit later
        if (no_room_) return;
        drop_oldest();
      } else if (errno != EINTR && errno != ECONNABORTED) {
        return;
      }
    }
  }

  void drop_oldest() {
    const auto idle = std::ranges::find_if(connections_, &Connection::idle);
    connections_.erase(idle == connections_.end() ? connections_.begin() : idle);
  }

  int listener_;
  const ServerLimits* limits_;
  bool no_room_ = false;  // for another connection
  std::list<Connection> connections_;
};

}  // namespace

LoopbackServer::LoopbackServer(int port, const ServerLimits& limits)
    : limits_(limits), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  if (!listener_.open()) cannot_listen(port, errno);
  // What an earlier server left in the kernel is no reason to refuse its port; one that still listens is.
  const int yes = 1;
  ::setsockopt(listener_.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address = loopback_address(port);
  socklen_t size = sizeof address;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_.get(), plain, size) != 0 || ::listen(listener_.get(), 64) != 0 ||
      ::getsockname(listener_.get(), plain, &size) != 0)
    cannot_listen(port, errno);
  port_ = ntohs(address.sin_port);
}

void LoopbackServer::serve(const Answer& answer, int end) {
  Clients clients(listener_.get(), limits_);
  while (clients.turn(answer, port_, end)) {
  }
}

}  // namespace spinsack::cli
