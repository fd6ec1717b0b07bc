// SPDX-License-Identifier: Apache-2.0
#include "machine_flags.hpp"

#include "machine/description.hpp"
#include "machine/machine_room.hpp"
#include "terminal/output.hpp"

#include <fmt/format.h>

namespace spinsack::cli {

void MachineFlags::declare(Flags& flags) {
  flags.value("--machines", file, input_value("FILE"),
              "a file that describes real machines, see 'help machine'");
}

void MachineFlags::declare_log(Flags& flags) {
  flags.toggle("--worker-log", log,
               "show what workers of real machines write on their standard error, without secrets");
}

void MachineFlags::apply() const {
  if (!file.empty()) use_machines(file);
  if (log)
    use_worker_log([](std::string_view machine, std::string_view line) {
      note(fmt::format("{}: {}", machine, line));
    });
}

}  // namespace spinsack::cli
