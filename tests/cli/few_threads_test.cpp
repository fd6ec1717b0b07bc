// SPDX-License-Identifier: Apache-2.0
// A system that starts fewer threads than asked for, or none: nothing is lost and nothing changes.
#include "support/places.hpp"
#include "support/run_command.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace spinsack::test {
namespace {

// OpenBLAS, where a library brings it along, starts threads before main and ends the program if it cannot.
std::map<std::string, std::string> with_threads(const std::string& threads) {
  return {{"LD_PRELOAD", few_threads_library()},
          {"SPINSACK_TEST_THREADS", threads},
          {"OPENBLAS_NUM_THREADS", "1"}};
}

class FewThreads : public testing::Test {
 protected:
  void SetUp() override {
    if (few_threads_library().empty())
      GTEST_SKIP() << "a sanitizer wants to be the first library itself";
  }

  // Without -q, so that there is a live line too, which wants a thread of its own.
  void expect_the_same(const std::string& commands) const {
    const std::string script = "set -o pipefail; " + commands;
    const RunResult plain = shell_run(script);
    ASSERT_EQ(plain.exit_code, 0) << plain;
    ASSERT_FALSE(plain.out.empty());
    for (const char* const threads : {"0", "1", "3"}) {
      const RunResult few = shell_run(script, {}, with_threads(threads));
      EXPECT_EQ(few.exit_code, 0) << threads << ' ' << few;
      EXPECT_EQ(few.out, plain.out) << threads;
    }
  }
};

TEST_F(FewThreads, Sample) {
  expect_the_same(
      "spinsack formulate medium:100_25_1 --lambda 1.7 --to coo | "
      "spinsack sample - --csv - --reads 9 --sweeps 20 -j 7");
}

TEST_F(FewThreads, SolveWithAMachineAndWithASearch) {
  for (const std::string method : {"sa", "lha --sweeps 20", "greedy"})
    expect_the_same("spinsack solve medium:100_25_1 -j 7 --json - -m " + method +
                    " | grep -o '\"items\":[^]]*'");
}

TEST_F(FewThreads, Study) {
  expect_the_same(
      "d=$(mktemp -d) && spinsack study run example --quick --out $d/s -j 7 >/dev/null && "
      "grep -o '\"bits\":\"[0-9a-f]*\"' $d/s/records.jsonl | sort; rm -r $d");
}

}  // namespace
}  // namespace spinsack::test
