// SPDX-License-Identifier: Apache-2.0
// Independent searches of a method, spread over the threads of the request.
#pragma once

#include "solver/incumbent.hpp"

#include <functional>

namespace spinsack {

// search(turn, first + turn) for turn = 0 .. count - 1, on as many threads as the request has, begun in this
// order; those not wanted any more (Incumbent::done) are left out. Returns when all have ended, and throws
// what the first of them threw.
void run_searches(Incumbent& incumbent, std::int64_t first, std::int64_t count,
                  const std::function<void(std::int64_t turn, std::int64_t number)>& search);

// The same for searches that differ in their number alone: count of them, and with a time limit as many more as
// there is time for.
void run_searches_while_time(Incumbent& incumbent, std::int64_t count,
                             const std::function<void(std::int64_t number)>& search);

}  // namespace spinsack
