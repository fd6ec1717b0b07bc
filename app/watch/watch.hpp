// SPDX-License-Identifier: Apache-2.0
// `study watch`: the report of a study, served to a browser on this machine while the study runs.
#pragma once

#include "analysis/analysis.hpp"

#include <string>
#include <string_view>

namespace spinsack::cli {

// "auto", or a port. UsageError.
[[nodiscard]] int parse_port(std::string_view text);

// Prints the address, and serves until Ctrl-C or SIGTERM. Does not return.
[[noreturn]] void watch_study(const std::string& path, int port, const AnalysisClock& clock);

}  // namespace spinsack::cli
