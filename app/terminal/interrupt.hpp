// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM end the work, not the program: what was found so far is reported as usual.
#pragma once

#include "core/descriptor.hpp"

#include <atomic>

namespace spinsack::cli {

// Becomes true with the first signal from now on; a second one, of either kind, ends the program at
// once. May be called again at any time.
[[nodiscard]] const std::atomic<bool>& watch_for_interrupts();

// The same for who waits for other files too: can be read from the first signal on. Signals are held back in this
// thread, and in those that it starts from now on, so a second one does nothing. FileError.
[[nodiscard]] Descriptor interrupt_descriptor();

}  // namespace spinsack::cli
