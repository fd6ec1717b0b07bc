// SPDX-License-Identifier: Apache-2.0
// The workers of this process: one per machine, started when first asked and kept for later questions, since starting
// one takes longer than many a request. They end with the process, or when the room is closed.
#pragma once

#include "machine/worker.hpp"

#include <functional>
#include <memory>
#include <string_view>

namespace spinsack {

// The living worker of a machine, started if there is none. MachineError as Worker throws.
[[nodiscard]] std::shared_ptr<Worker> worker_of(const MachineDescription& machine,
                                                const WorkerPatience& patience = {});

// Ends all workers that nobody uses.
void close_machine_room();

// What workers write on their standard error is passed on to this, redacted.
void use_worker_log(std::function<void(std::string_view machine, std::string_view line)> log);

}  // namespace spinsack
