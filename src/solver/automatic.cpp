// SPDX-License-Identifier: Apache-2.0
#include "solver/automatic.hpp"

#include "bound/best_bound.hpp"
#include "solver/lha.hpp"

namespace spinsack {
namespace {

// A share of what is left of the time, if time is limited; otherwise the default number of passes.
Profit bound_of(const QkpInstance& instance, Incumbent& incumbent) {
  constexpr double share = 0.1;
  std::optional<double> seconds = incumbent.stop().remaining();
  if (seconds) *seconds *= share;
  Stop stop(seconds, incumbent.request().interrupted);
  return best_upper_bound(instance, {.stop = &stop, .target = incumbent.value()});
}

}  // namespace

void Automatic::solve(const QkpInstance& instance, Incumbent& incumbent) const {
  std::optional<Profit> bound;
  LagrangianHyperplaneAnnealing().search(instance, incumbent, [&](Profit value) {
    if (!bound) bound = bound_of(instance, incumbent);
    return value >= *bound;
  });
  if (bound) incumbent.bound(*bound);
}

}  // namespace spinsack
