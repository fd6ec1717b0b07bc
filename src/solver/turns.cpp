// SPDX-License-Identifier: Apache-2.0
#include "solver/turns.hpp"

#include "core/worker_pool.hpp"

namespace spinsack {

void take_turns(Incumbent& incumbent, std::int64_t first, std::int64_t count,
                const std::function<void(std::int64_t turn, std::int64_t number)>& search) {
  run_jobs(incumbent.request().threads, count, [&](std::int64_t turn) {
    if (incumbent.done(first + turn)) return false;
    search(turn, first + turn);
    return true;
  });
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
