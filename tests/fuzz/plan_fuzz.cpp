// SPDX-License-Identifier: Apache-2.0
// Plans from anywhere: both forms are read, or refused with a place in the file.
#include "core/error.hpp"
#include "study/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  for (const bool quick : {false, true}) {
    try {
      const spinsack::Plan plan = spinsack::parse_plan("fuzz", text, quick);
      if (plan.runs.empty()) std::abort();
    } catch (const spinsack::Error& error) {
      const std::string_view message = error.what();
      if (!message.starts_with("fuzz:") || message.starts_with("fuzz:0")) std::abort();
    }
  }
  return 0;
}
