// SPDX-License-Identifier: Apache-2.0
#include "terminal/interrupt.hpp"

#include <csignal>

namespace spinsack::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // or a handler could not set it

void note_interrupt(int /*signal*/) { interrupted.store(true, std::memory_order_relaxed); }

}  // namespace

const std::atomic<bool>& watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  return interrupted;
}

}  // namespace spinsack::cli
