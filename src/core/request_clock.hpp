// SPDX-License-Identifier: Apache-2.0
// Where the time of a request to a machine went, in seconds. What nobody told is unknown, never zero.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace spinsack {

struct RequestClock {
  std::optional<double> total;     // by our own clock: from the question to its answer
  std::optional<double> service;   // queue + machine + server, or from accepted to finished
  std::optional<double> machine;   // what the vendor calls solving
  std::optional<double> queue;     // waiting on their side
  std::optional<double> server;    // the rest on their side
  std::optional<double> encode;    // writing the model
  std::optional<double> send;      // on the wire
  std::optional<double> receive;   // on the wire
  std::optional<double> decode;    // reading the answer
  std::optional<double> billed;    // what the account pays for
  std::optional<double> overhead;  // total less all parts that are known

  friend bool operator==(const RequestClock&, const RequestClock&) = default;
};

struct RequestClockPart {
  std::string_view name;
  std::optional<double> RequestClock::*member;
};

// The only list of the parts: what is written, read or added up walks it.
inline constexpr std::array<RequestClockPart, 11> request_clock_parts{{
    {"total", &RequestClock::total},
    {"service", &RequestClock::service},
    {"machine", &RequestClock::machine},
    {"queue", &RequestClock::queue},
    {"server", &RequestClock::server},
    {"encode", &RequestClock::encode},
    {"send", &RequestClock::send},
    {"receive", &RequestClock::receive},
    {"decode", &RequestClock::decode},
    {"billed", &RequestClock::billed},
    {"overhead", &RequestClock::overhead},
}};

// Of several requests: the sum of what is known.
inline RequestClock& operator+=(RequestClock& sum, const RequestClock& other) {
  for (const RequestClockPart& part : request_clock_parts)
    if (const std::optional<double>& more = other.*part.member)
      sum.*part.member = (sum.*part.member).value_or(0) + *more;
  return sum;
}

}  // namespace spinsack
