// SPDX-License-Identifier: Apache-2.0
// What a study asks of real machines, before it does.
#pragma once

#include "record/shard.hpp"
#include "study/cell.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace spinsack::cli {

// Of one machine.
struct PlannedRequests {
  std::int64_t requests = 0;
  double seconds = 0;  // at most, of those with a time limit
  bool unlimited = false;
  double bytes = 0;  // of models, roughly
};

[[nodiscard]] std::map<std::string, PlannedRequests> requests_by_machine(
    const std::vector<Cell>& cells, const Shard& shard);
[[nodiscard]] std::string requests_text(const PlannedRequests& planned);

// A sentence for each machine that nobody has described yet. Nothing is asked.
[[nodiscard]] std::vector<std::string> undescribed_machines(
    const std::map<std::string, PlannedRequests>& machines);

// Every machine is described and answers, and somebody agrees to each that bills: yes, or whoever sits at the terminal.
// UsageError or MachineError otherwise.
void confirm_machines(const std::map<std::string, PlannedRequests>& machines, bool yes);

}  // namespace spinsack::cli
