// SPDX-License-Identifier: Apache-2.0
#include "core/run_process.hpp"

#include <algorithm>

namespace spinsack {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

ProcessResult run_process(const ProcessRequest& request, std::string_view input,
                          const ProcessLimits& limits) {
  constexpr std::chrono::milliseconds patience{5};
  const auto start = Clock::now();
  ProcessResult result;
  const auto cut = [](std::string& text, std::size_t kept) {
    if (text.size() > kept) text.erase(0, text.size() - kept);
  };
  const auto cut_rarely = [&](std::string& text, std::size_t kept) {
    if (text.size() / 2 > kept) cut(text, kept);
  };
  const std::size_t kept_errors = std::min(limits.kept, ProcessLimits::most_errors);
  Process process(request);
  process.send(input);
  process.close_input();
  std::optional<ProcessEnd> end;
  while (!end) {
    const bool more = process.listen(result.output, result.errors, patience);
    cut_rarely(result.output, limits.kept);
    cut_rarely(result.errors, kept_errors);
    end = process.wait(more ? 0ms : patience);
    if (end) break;
    result.given_up = limits.give_up && limits.give_up();
    result.timed_out = !result.given_up && limits.time && Clock::now() - start > *limits.time;
    if (result.given_up || result.timed_out) end = process.stop(limits.grace);
  }
  result.end = *end;
  // What is still in the pipes. A program that left its group may hold them open and write on for ever.
  constexpr int most = 32;  // more than the largest pipe holds
  const auto size = [&] { return result.output.size() + result.errors.size(); };
  for (int round = 0; round < most; ++round) {
    const std::size_t before = size();
    if (!process.listen(result.output, result.errors, 0ms) || size() == before) break;
  }
  cut(result.output, limits.kept);
  cut(result.errors, kept_errors);
  return result;
}

}  // namespace spinsack
