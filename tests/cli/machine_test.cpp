// SPDX-License-Identifier: Apache-2.0
// spinsack machine, and real machines behind the other commands.
#include "cli/cli_support.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>

namespace spinsack::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// A file that describes spinsack as a machine, and a worker that leaks what it knows.
class MachineFile {
 public:
  MachineFile() {
    folder_.write("leaky.sh", R"(#!/bin/sh
read line
echo '{"type":"hello","protocol":1,"name":"leaky","formats":["bqm"],"answers":"best"}'
while read -r line; do
  case $line in *'"bye"'*) exit 0;; esac
  id=${line#*'"id":'}; id=${id%%[!0-9]*}
  echo "$PLANTED_TOKEN" >&2
  echo '{"type":"error","id":'$id',"code":"auth","message":"bad token '"$PLANTED_TOKEN"'"}'
done
)");
    std::filesystem::permissions(folder_.path() / "leaky.sh", std::filesystem::perms::owner_all);
    folder_.write("machines.toml", fmt::format(R"([here]
about = "spinsack itself"
command = ["{}", "sample", "{{model}}", "-q", "-m", "sa", "-j", "1", "--reads", "{{reads}}", "--seed", "{{seed}}", "--csv", "-"]
[leaky]
worker = ["./leaky.sh"]
env = ["PLANTED_TOKEN"]
)",
                                               spinsack_command()));
    folder_.write("m.coo", "# vartype=BINARY\n0 0 -1\n0 1 2\n1 1 -3\n");
  }
  std::string flag() const { return " --machines " + folder_.file("machines.toml"); }
  std::string model() const { return folder_.file("m.coo"); }

 private:
  TemporaryDirectory folder_;
};

RunResult machine(const std::string& arguments, const std::string& token = "") {
  std::map<std::string, std::string> environment{{"SPINSACK_MACHINES", ""},
                                                 {"XDG_CONFIG_HOME", "/nonexistent"}};
  if (!token.empty()) environment["PLANTED_TOKEN"] = token;
  return shell_run("spinsack " + arguments, {}, environment);
}

TEST(MachineCommand, ListsWhatIsDescribed) {
  const MachineFile file;
  EXPECT_THAT(machine("machine list" + file.flag()).out, HasSubstr("spinsack itself"));
  EXPECT_THAT(machine("machine list").out, HasSubstr("no machine is described"));
  EXPECT_THAT(machine("list machines").out, HasSubstr("no machines yet"));
  const auto first =
      nlohmann::json::parse(lines_of(machine("machine list --json" + file.flag()).out)[1]);
  EXPECT_EQ(first["name"], "leaky");
  EXPECT_EQ(first["env"], nlohmann::json::array({"PLANTED_TOKEN"}));
}

TEST(MachineCommand, ChecksAMachine) {
  const MachineFile file;
  const RunResult text = machine("machine check here" + file.flag());
  EXPECT_EQ(text.exit_code, 0) << text.out << text.err;
  EXPECT_THAT(text.out, HasSubstr("1100, energy -10.75"));
  EXPECT_THAT(text.out, HasSubstr("all is well"));
  const auto json = nlohmann::json::parse(machine("machine check here --json" + file.flag()).out);
  EXPECT_TRUE(json["passed"]);
  EXPECT_GE(json["requests"], 10);
  EXPECT_EQ(json["points"][1]["point"], "probe");
}

TEST(MachineCommand, SaysWhatIsWrong) {
  const MachineFile file;
  EXPECT_THAT(machine("machine check hare" + file.flag()).err,
              HasSubstr("unknown machine 'hare'; did you mean 'here'?"));
  EXPECT_THAT(machine("machine describe").err, HasSubstr("NAME is missing"));
  EXPECT_THAT(machine("sample -m external " + file.model()).err,
              HasSubstr("--machine: expected the name of a machine"));
  EXPECT_THAT(machine("sample -m external --machine leaky " + file.model() + file.flag()).err,
              HasSubstr("the variable PLANTED_TOKEN is not set"));
  EXPECT_THAT(machine("sample -m external --machine x --machines /nonexistent " + file.model()).err,
              HasSubstr("/nonexistent"));
}

TEST(MachineCommand, LetsNoSecretOut) {
  const MachineFile file;
  const RunResult result =
      machine("sample --worker-log -m external --machine leaky " + file.model() + file.flag(),
              "planted-4711-token");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("bad token ***"));
  EXPECT_THAT(result.out + result.err, Not(HasSubstr("4711")));
}

TEST(MachineCommand, SamplesAndSolves) {
  const MachineFile file;
  const RunResult sample =
      machine("sample -m external --machine here --reads 3 " + file.model() + file.flag());
  EXPECT_EQ(sample.exit_code, 0) << sample.err;
  EXPECT_THAT(sample.out, HasSubstr("lowest -3"));
  EXPECT_THAT(sample.out, HasSubstr("clock"));
  const RunResult solved = machine(
      "solve medium:100_25_1 -q -m external --machine here --reads 2 --json -" + file.flag());
  EXPECT_EQ(solved.exit_code, 0) << solved.err;
  EXPECT_EQ(nlohmann::json::parse(solved.out)["method"], "external");
}

TEST(SampleCommand, NumbersItsReads) {
  const MachineFile file;
  const std::string common = "sample gset:G11 -q -m sa --sweeps 5 -j 1 --csv - ";
  const auto rows = lines_of(machine(common + "--reads 3").out);
  const auto last = lines_of(machine(common + "--reads 1 --first-read 2").out);
  ASSERT_EQ(last.size(), 2U);
  EXPECT_THAT(rows, testing::Contains(last[1]));
}

}  // namespace
}  // namespace spinsack::test
