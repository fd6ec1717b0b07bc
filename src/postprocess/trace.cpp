// SPDX-License-Identifier: Apache-2.0
#include "postprocess/trace.hpp"

#include <chrono>

namespace spinsack {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Trace run_traced(const Pipeline& pipeline, const QkpInstance& instance, BitView x) {
  Trace trace;
  auto start = std::chrono::steady_clock::now();
  KnapsackState state(instance, x);
  trace.rows.push_back({"raw", {}, false, seconds_since(start)});
  trace.rows.back().after = evaluate(instance, state.bits());
  for (const Step* step : pipeline) {
    const bool skipped = step->needs_feasible && !state.feasible();
    start = std::chrono::steady_clock::now();
    if (!skipped) step->apply(state);
    trace.rows.push_back({step->name, {}, skipped, seconds_since(start)});
    trace.rows.back().after = evaluate(instance, state.bits());
  }
  trace.bits.assign(state.bits().begin(), state.bits().end());
  return trace;
}

}  // namespace spinsack
