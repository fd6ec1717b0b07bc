// SPDX-License-Identifier: Apache-2.0
// Parts of a record as JSON, as lines and databases both hold them.
#pragma once

#include "core/json_reader.hpp"
#include "record/record.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace spinsack {

// Values reach from -any to any.
inline constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

// Tenths of microseconds: finer than the clock deserves, and short.
inline double rounded(double seconds) { return std::round(seconds * 1e7) / 1e7; }

using ValueTrace = std::vector<std::pair<double, Profit>>;
[[nodiscard]] std::string trace_json(const ValueTrace& trace);
[[nodiscard]] ValueTrace read_trace(JsonReader& json);
[[nodiscard]] ParameterValues read_parameters(JsonReader& json);

using FactTexts = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] std::string facts_json(const FactTexts& facts);
[[nodiscard]] FactTexts read_facts(JsonReader& json);

}  // namespace spinsack
