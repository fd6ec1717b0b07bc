// SPDX-License-Identifier: Apache-2.0
#include "postprocess/trace.hpp"

#include "core/stopwatch.hpp"

namespace spinsack {

StepTrace run_traced(const Pipeline& pipeline, const QkpInstance& instance, BitView x) {
  StepTrace trace;
  Stopwatch watch;
  KnapsackState state(instance, x);
  trace.rows.push_back({"raw", {}, false, watch.seconds()});
  trace.rows.back().after = evaluate(instance, state.bits());
  for (const Step* step : pipeline) {
    const bool skipped = step->needs_feasible && !state.feasible();
    watch.lap();
    if (!skipped) step->apply(state, nullptr);
    trace.rows.push_back({step->name, {}, skipped, watch.seconds()});
    trace.rows.back().after = evaluate(instance, state.bits());
  }
  trace.bits.assign(state.bits().begin(), state.bits().end());
  return trace;
}

}  // namespace spinsack
