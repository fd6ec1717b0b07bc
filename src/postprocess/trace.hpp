// SPDX-License-Identifier: Apache-2.0
// A pipeline with a report: what each step made of a candidate, and how long it took. Values come from the
// literal evaluator, not from the bookkeeping of the steps, and are not part of the time.
#pragma once

#include "instance/evaluate.hpp"
#include "postprocess/step.hpp"

#include <string_view>
#include <vector>

namespace spinsack {

struct TraceRow {
  std::string_view step;  // "raw" for the candidate before any
  Evaluation after;
  bool skipped = false;  // the step needs a feasible candidate and found none
  double seconds = 0;    // of "raw": setting up the bookkeeping
};

struct StepTrace {
  std::vector<TraceRow> rows;  // raw, then one per step
  Bits bits;                   // at the end
};

// x has one entry per item.
[[nodiscard]] StepTrace run_traced(const Pipeline& pipeline, const QkpInstance& instance,
                                   BitView x);

}  // namespace spinsack
