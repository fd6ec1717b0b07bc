// SPDX-License-Identifier: Apache-2.0
// Descriptions of machines from anywhere: a worker or a command each, or refused with a place in the file.
#include "core/error.hpp"
#include "machine/description.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    for (const spinsack::MachineDescription& each :
         spinsack::read_machines({"fuzz", std::string(data, data + size)}))
      if (each.name.empty() || each.worker.empty() == each.command.empty()) std::abort();
  } catch (const spinsack::Error& error) {
    const std::string_view message = error.what();
    if (!message.starts_with("fuzz:") || message.starts_with("fuzz:0")) std::abort();
  }
  return 0;
}
