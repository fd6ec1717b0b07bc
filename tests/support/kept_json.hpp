// SPDX-License-Identifier: Apache-2.0
// Keeps the JSON that our program wrote, where the environment names a directory for it. At the end of the suite all of
// it is held against the schemas (tests/schemas).
#pragma once

#include "support/run_command.hpp"

namespace spinsack::test {

inline constexpr const char* kept_json_variable = "SPINSACK_KEEP_JSON";

// What a run printed, the files that its command names, and the records of studies in its directory. Each content is
// kept once, beside the command that made it.
void keep_json(const RunRequest& request, const RunResult& result);

}  // namespace spinsack::test
