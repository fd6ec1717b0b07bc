// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM end the work, not the program: what was found so far is reported as usual.
#pragma once

#include <atomic>

namespace spinsack::cli {

// Becomes true with the first signal from now on; a second one, of either kind, ends the program at
// once. May be called again at any time.
[[nodiscard]] const std::atomic<bool>& watch_for_interrupts();

}  // namespace spinsack::cli
