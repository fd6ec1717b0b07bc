// SPDX-License-Identifier: Apache-2.0
// The times of a request as JSON: {"total": 1.25, "machine": 0.9987}. What is unknown is left out.
#pragma once

#include "core/json_text.hpp"
#include "core/request_clock.hpp"

#include <cmath>

namespace spinsack {

// In tenths of microseconds, as records keep all times.
[[nodiscard]] inline JsonObject clock_json(const RequestClock& clock) {
  JsonObject json;
  for (const RequestClockPart& part : request_clock_parts)
    if (const std::optional<double>& seconds = clock.*part.member)
      json.real(part.name, std::round(*seconds * 1e7) / 1e7);
  return json;
}

}  // namespace spinsack
