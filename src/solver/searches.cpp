// SPDX-License-Identifier: Apache-2.0
#include "solver/searches.hpp"

#include "core/worker_pool.hpp"

namespace spinsack {

void run_searches(Incumbent& incumbent, std::int64_t first, std::int64_t count,
                  const std::function<void(std::int64_t turn, std::int64_t number)>& search) {
  run_jobs(incumbent.request().threads, count, [&](std::int64_t turn) {
    if (incumbent.done(first + turn)) return false;
    search(turn, first + turn);
    return true;
  });
}

void run_searches_while_time(Incumbent& incumbent, std::int64_t count,
                             const std::function<void(std::int64_t number)>& search) {
  constexpr std::int64_t batch = 1024;
  const auto take = [&](std::int64_t, std::int64_t number) { search(number); };
  run_searches(incumbent, 0, count, take);
  for (std::int64_t first = count; incumbent.request().time_limit && !incumbent.done(first);
       first += batch)
    run_searches(incumbent, first, batch, take);
}

}  // namespace spinsack
