// SPDX-License-Identifier: Apache-2.0
#include "solver/turns.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace spinsack {

void take_turns(Incumbent& incumbent, std::int64_t first, std::int64_t count,
                const std::function<void(std::int64_t turn, std::int64_t number)>& search) {
  std::atomic<std::int64_t> next{0};
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(count));
  const auto work_off = [&] {
    for (std::int64_t turn = next++; turn < count; turn = next++) {
      if (incumbent.done(first + turn)) return;
      try {
        search(turn, first + turn);
      } catch (...) {
        failures[static_cast<std::size_t>(turn)] = std::current_exception();
        return;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    const auto useful = std::min<std::int64_t>(incumbent.request().threads, count);
    for (std::int64_t t = 1; t < useful; ++t) others.emplace_back(work_off);
    work_off();
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

void take_turns_while_time(Incumbent& incumbent, std::int64_t count,
                           const std::function<void(std::int64_t number)>& search) {
  constexpr std::int64_t batch = 1024;
  const auto take = [&](std::int64_t, std::int64_t number) { search(number); };
  take_turns(incumbent, 0, count, take);
  for (std::int64_t first = count; incumbent.request().time_limit && !incumbent.done(first);
       first += batch)
    take_turns(incumbent, first, batch, take);
}

}  // namespace spinsack
