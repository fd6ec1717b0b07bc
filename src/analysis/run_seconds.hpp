// SPDX-License-Identifier: Apache-2.0
// What a run took, by one of three clocks. A machine of ours has only one: its work is done here, by our own clock.
// A real machine has three: what its vendor calls solving, that with queue and server, and all that passes here
// between question and answer. The rest of a run (writing the model, post-processing) is the same by each.
#pragma once

#include "core/request_clock.hpp"
#include "record/record.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace spinsack {

struct AnalysisClock {
  std::string_view name;
  std::string_view help;
  std::optional<double> RequestClock::*seconds;
};
[[nodiscard]] std::span<const AnalysisClock> analysis_clocks();  // the first is the usual one
[[nodiscard]] const AnalysisClock& find_clock(std::string_view name);

struct RunSeconds {
  double formulate = 0;
  double machine = 0;  // by the clock
  double repair = 0;
  double improve = 0;
  double total = 0;
  double to_best = 0;
  // Whether the record has what the clock asks for. Otherwise the next larger time that it has takes its place, so
  // that no machine looks faster for what it does not tell.
  bool known = true;
};

// Of the variant's own part in the run: a run that feeds several is charged to each without the post-processing of
// the others.
[[nodiscard]] RunSeconds run_seconds(const RunRecord& run, const VariantRecord& variant,
                                     const AnalysisClock& clock);

}  // namespace spinsack
