// SPDX-License-Identifier: Apache-2.0
// What is kept for the schemas is all that a run wrote, and nothing where nobody asks for it.
#include "support/kept_json.hpp"

#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

// The variable as it is needed here, and as it was afterwards.
class KeptJson : public testing::Test {
 protected:
  KeptJson() {
    if (const char* const before = std::getenv(kept_json_variable)) before_ = before;
    ::setenv(kept_json_variable, kept_.path().c_str(), 1);
  }
  ~KeptJson() override {
    if (before_)
      ::setenv(kept_json_variable, before_->c_str(), 1);
    else
      ::unsetenv(kept_json_variable);
  }
  std::vector<std::string> kept() const {
    std::vector<std::string> names;
    for (const std::string& name : kept_.names())
      if (name.ends_with(".json")) names.push_back(name);
    return names;
  }

  TemporaryDirectory kept_;
  TemporaryDirectory work_;

 private:
  std::optional<std::string> before_;
};

TEST_F(KeptJson, IsWhatWasPrinted) {
  const std::string out = spinsack_run({"list", "steps", "--json"}).out;
  ASSERT_THAT(kept(), ElementsAre(StartsWith("printed-")));
  EXPECT_EQ(kept_.read(kept().front()), out);
}

TEST_F(KeptJson, IsWhatTheCommandNames) {
  ASSERT_EQ(shell_run("spinsack solve -q medium:100_25_1 -m greedy --json r.json; "
                      "spinsack formulate -q medium:100_25_1 -o m.coo",
                      work_.path())
                .exit_code,
            0);
  ASSERT_THAT(kept(), ElementsAre(StartsWith("decode-map-"), StartsWith("written-")));
  EXPECT_EQ(kept_.read(kept().back()), work_.read("r.json"));
}

TEST_F(KeptJson, IsTheStudyWithItsRecords) {
  work_.write("plan.toml", "instances = [\"medium:100_25_1\"]\n[[run]]\nmethod = \"greedy\"\n");
  ASSERT_EQ(spinsack_run({"study", "run", "plan.toml", "--out", "study", "-q"}, {}, work_.path())
                .exit_code,
            0);
  EXPECT_THAT(kept(), ElementsAre(StartsWith("record-"), StartsWith("study-")));
}

TEST_F(KeptJson, IsNotWhatWasThereBeforeARefusal) {
  work_.write("r.json", "{}");
  EXPECT_EQ(spinsack_run({"solve", "nothing", "--json", "r.json"}, {}, work_.path()).exit_code, 1);
  EXPECT_EQ(spinsack_run({"list", "steps"}).exit_code, 0);
  EXPECT_THAT(kept(), IsEmpty());
}

}  // namespace
}  // namespace spinsack::test
