// SPDX-License-Identifier: Apache-2.0
// Machines that keep groups, from the files of `formulate`.
#include "cli/cli_support.hpp"

#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

using testing::HasSubstr;

class SampleMap : public ::testing::Test {
 protected:
  void SetUp() override {
    directory.write("g.rud", "5 6\n1 2 1\n2 3 1\n1 3 2\n3 4 1\n4 5 3\n1 5 1\n");
    const RunResult made = run({"formulate", "g.rud@3", "--encoding", "native", "-o", "g.coo"});
    ASSERT_EQ(made.exit_code, 0) << made;
  }
  RunResult run(std::vector<std::string> words) const {
    return spinsack_run(std::move(words), "", directory.path());
  }
  const TemporaryDirectory directory;
};

TEST_F(SampleMap, SamplesOfGroupMachinesKeepTheGroups) {
  for (const char* const method : {"pt", "potts"}) {
    const RunResult made = run({"sample", "g.coo", "--map", "g.coo.map.json", "-m", method,
                                "--reads", "5", "--json", "s.json", "-q"});
    ASSERT_EQ(made.exit_code, 0) << made;
    const auto samples = nlohmann::json::parse(directory.read("s.json"))["samples"];
    ASSERT_FALSE(samples.empty());
    const RunResult raw = run({"postprocess", "g.rud@3", "s.json", "--map", "g.coo.map.json",
                               "--post", "none", "--solution", "labels.txt", "-q"});
    EXPECT_EQ(raw.exit_code, 0) << raw;  // feasible as they come
    EXPECT_EQ(run({"verify", "g.rud@3", "labels.txt", "-q"}).exit_code, 0);
  }
}

TEST_F(SampleMap, RefusesWhatWouldNotKeepThem) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "sample");
    const RunResult result = run(std::move(words));
    EXPECT_EQ(result.exit_code, 1) << result;
    return result.err;
  };
  EXPECT_THAT(refused({"g.coo", "--map", "g.coo.map.json", "-m", "sa"}),
              HasSubstr("--map: sampler 'sa' keeps no groups; expected one of pt, potts"));
  directory.write("two.coo", "# vartype=BINARY\n0 0 -1\n0 1 2\n");
  EXPECT_THAT(refused({"two.coo", "--map", "g.coo.map.json", "-m", "pt"}),
              HasSubstr("g.coo.map.json: expected the map of a model of 2 variables, found 15"));
  const std::string map = directory.read("g.coo.map.json");
  const auto with_groups = [&](const std::string& groups) {
    std::string text = map;
    const std::size_t from = text.find("\"groups\":") + 9;
    text.replace(from, text.find("]]", from) + 2 - from, groups);
    directory.write("bad.json", text);
    return refused({"g.coo", "--map", "bad.json", "-m", "pt"});
  };
  EXPECT_THAT(with_groups("[[0,3],[2,3]]"), HasSubstr("bad.json: group 1 of 3 variables from 2"));
  EXPECT_THAT(with_groups("[[0,3,1]]"), HasSubstr("expected a group as [first, size]"));
  EXPECT_THAT(with_groups("[[0,99]]"), HasSubstr("bad.json:"));
}

}  // namespace
}  // namespace spinsack::test
