// SPDX-License-Identifier: Apache-2.0
#include "terminal/interrupt.hpp"

#include "core/system_reason.hpp"

#include <cerrno>
#include <csignal>
#include <sys/signalfd.h>

namespace spinsack::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // or a handler could not set it

// A signal is held back while its handler runs, so what is raised here ends the program right
// behind it.
void note_interrupt(int signal) {
  if (!interrupted.exchange(true)) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

const std::atomic<bool>& watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  return interrupted;
}

Descriptor interrupt_descriptor() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&signals, signal);
  Descriptor news(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!news.open()) file_failure("signals", "wait for", errno);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return news;
}

}  // namespace spinsack::cli
