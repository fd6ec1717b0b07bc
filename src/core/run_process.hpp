// SPDX-License-Identifier: Apache-2.0
// Programs that run to their end: within a time, with a bound on what is kept of their words.
#pragma once

#include "core/process.hpp"

#include <functional>

namespace spinsack {

struct ProcessLimits {
  std::optional<std::chrono::milliseconds> time = {};  // then it is stopped
  std::chrono::milliseconds grace{0};                  // between SIGTERM and SIGKILL
  // Bytes of each stream, the last ones; the rest is dropped. Of errors, which are read by people, at most so many.
  static constexpr std::size_t most_errors = std::size_t{1} << 20;
  std::size_t kept = std::size_t{1} << 28;
  std::function<bool()> give_up = {};  // asked every few milliseconds; then it is stopped
};

struct ProcessResult {
  ProcessEnd end;
  bool timed_out = false;
  bool given_up = false;
  std::string output;
  std::string errors;
};

// Starts a program, feeds it this input if request.input is a pipe, and waits for its end.
[[nodiscard]] ProcessResult run_process(const ProcessRequest& request, std::string_view input = {},
                                        const ProcessLimits& limits = {});

}  // namespace spinsack
