// SPDX-License-Identifier: Apache-2.0
#include "solver/automatic.hpp"

#include "bound/best_bound.hpp"
#include "solver/lha.hpp"
#include "solver/qkbp.hpp"

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
  // The cuts often end at the optimum, and then prove it.
  if (breakpoints_are_cheap(instance)) {
    BreakpointGreedy{.finish = "swaps"}.solve(instance, incumbent);
    if (incumbent.proven() || incumbent.done()) return;
  }
  bool bounded = false;
  LagrangianHyperplaneAnnealing().search(instance, incumbent, [&](Profit) {
    if (!bounded) incumbent.bound(bound_of(instance, incumbent));
    bounded = true;
    return incumbent.proven();
  });
}

}  // namespace spinsack
