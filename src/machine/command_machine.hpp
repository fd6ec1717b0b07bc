// SPDX-License-Identifier: Apache-2.0
// Machines that are programs started anew for every request.
#pragma once

#include "machine/worker.hpp"

namespace spinsack {

// What a worker for the program would say of itself.
[[nodiscard]] Hello hello_of_command(const MachineDescription& machine);

// Fills the places of the command, runs it, and reads what it answers. The folder is for its output.
[[nodiscard]] Worker::Outcome run_command(const MachineDescription& machine,
                                          const MachineQuestion& question,
                                          const std::string& folder,
                                          const Worker::Waiting& waiting);

}  // namespace spinsack
