// SPDX-License-Identifier: Apache-2.0
// Ctrl-C once asks for the end, twice is the end.
#include "terminal/interrupt.hpp"

#include "cli/cli_support.hpp"

#include <csignal>
#include <cstdlib>

namespace spinsack::test {
namespace {

using cli::watch_for_interrupts;
using testing::ExitedWithCode;
using testing::KilledBySignal;

// In a process of its own.
[[noreturn]] void raise_all(const std::vector<int>& signals) {
  for (const int signal : signals) {
    static_cast<void>(watch_for_interrupts());  // as the next instance does
    std::raise(signal);
  }
  std::exit(watch_for_interrupts() ? 0 : 1);
}

TEST(InterruptDeathTest, TheFirstSignalIsNoted) {
  EXPECT_EXIT(raise_all({SIGINT}), ExitedWithCode(0), "");
  EXPECT_EXIT(raise_all({SIGTERM}), ExitedWithCode(0), "");
}

TEST(InterruptDeathTest, TheSecondSignalEndsTheProgram) {
  EXPECT_EXIT(raise_all({SIGINT, SIGINT}), KilledBySignal(SIGINT), "");
  EXPECT_EXIT(raise_all({SIGINT, SIGTERM}), KilledBySignal(SIGTERM), "");
  EXPECT_EXIT(raise_all({SIGTERM, SIGINT}), KilledBySignal(SIGINT), "");
}

// There is nothing to report yet. SIGTERM stands for Ctrl-C, which bash keeps from programs in its background.
TEST(Interrupt, AProgramThatAwaitsItsInputEndsAtOnce) {
  const TemporaryDirectory directory;
  const RunResult result = shell_run(R"sh(
    mkfifo in
    spinsack solve - < in > page.txt & p=$!
    exec 3> in
    until [ "$(cat /proc/$p/comm)" = spinsack ] && grep -q '^State:.S' /proc/$p/status; do sleep 0.01; done
    kill -TERM $p; wait $p 2> /dev/null; echo $?)sh",
                                     directory.path());
  EXPECT_EQ(result.out, "143\n") << result;
}

}  // namespace
}  // namespace spinsack::test
