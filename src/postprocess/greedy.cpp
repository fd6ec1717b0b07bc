// SPDX-License-Identifier: Apache-2.0
#include "postprocess/greedy.hpp"

#include "postprocess/step.hpp"

namespace spinsack {

Bits greedy(const QkpInstance& instance) {
  KnapsackState state(instance, Bits(at(instance.size()), 1));
  run_pipeline(parse_pipeline("prune+repair+fill+exchange"), state);
  return {state.bits().begin(), state.bits().end()};
}

}  // namespace spinsack
