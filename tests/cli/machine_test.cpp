// SPDX-License-Identifier: Apache-2.0
// spinsack machine, and real machines behind the other commands.
#include "cli/cli_support.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

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

CommandResult machine(const std::string& arguments) {
  return run_command("env -u SPINSACK_MACHINES HOME=/nonexistent XDG_CONFIG_HOME=/nonexistent " +
                     spinsack_command() + " " + arguments);
}

TEST(MachineCommand, ListsWhatIsDescribed) {
  const MachineFile file;
  EXPECT_THAT(machine("machine list" + file.flag()).output, HasSubstr("spinsack itself"));
  EXPECT_THAT(machine("machine list").output, HasSubstr("no machine is described"));
  EXPECT_THAT(machine("list machines").output, HasSubstr("no machines yet"));
  const auto first =
      nlohmann::json::parse(lines_of(machine("machine list --json" + file.flag()).output)[1]);
  EXPECT_EQ(first["name"], "leaky");
  EXPECT_EQ(first["env"], nlohmann::json::array({"PLANTED_TOKEN"}));
}

TEST(MachineCommand, ChecksAMachine) {
  const MachineFile file;
  const CommandResult text = machine("machine check here" + file.flag());
  EXPECT_EQ(text.exit_code, 0) << text.output << text.errors;
  EXPECT_THAT(text.output, HasSubstr("1100, energy -10.75"));
  EXPECT_THAT(text.output, HasSubstr("all is well"));
  const auto json =
      nlohmann::json::parse(machine("machine check here --json" + file.flag()).output);
  EXPECT_TRUE(json["passed"]);
  EXPECT_GE(json["requests"], 10);
  EXPECT_EQ(json["points"][1]["point"], "probe");
}

TEST(MachineCommand, SaysWhatIsWrong) {
  const MachineFile file;
  EXPECT_THAT(machine("machine check hare" + file.flag()).errors,
              HasSubstr("unknown machine 'hare'; did you mean 'here'?"));
  EXPECT_THAT(machine("machine describe").errors, HasSubstr("NAME is missing"));
  EXPECT_THAT(machine("sample -m external " + file.model()).errors,
              HasSubstr("--machine: expected the name of a machine"));
  EXPECT_THAT(machine("sample -m external --machine leaky " + file.model() + file.flag()).errors,
              HasSubstr("the variable PLANTED_TOKEN is not set"));
  EXPECT_THAT(
      machine("sample -m external --machine x --machines /nonexistent " + file.model()).errors,
      HasSubstr("/nonexistent"));
}

TEST(MachineCommand, LetsNoSecretOut) {
  const MachineFile file;
  const CommandResult result =
      run_command("PLANTED_TOKEN=planted-4711-token " + spinsack_command() +
                  " sample --worker-log -m external --machine leaky " + file.model() + file.flag());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr("bad token ***"));
  EXPECT_THAT(result.output + result.errors, Not(HasSubstr("4711")));
}

TEST(MachineCommand, SamplesAndSolves) {
  const MachineFile file;
  const CommandResult sample =
      machine("sample -m external --machine here --reads 3 " + file.model() + file.flag());
  EXPECT_EQ(sample.exit_code, 0) << sample.errors;
  EXPECT_THAT(sample.output, HasSubstr("lowest -3"));
  EXPECT_THAT(sample.output, HasSubstr("clock"));
  const CommandResult solved = machine(
      "solve medium:100_25_1 -q -m external --machine here --reads 2 --json -" + file.flag());
  EXPECT_EQ(solved.exit_code, 0) << solved.errors;
  EXPECT_EQ(nlohmann::json::parse(solved.output)["method"], "external");
}

TEST(SampleCommand, NumbersItsReads) {
  const MachineFile file;
  const std::string common = "sample gset:G11 -q -m sa --sweeps 5 -j 1 --csv - ";
  const auto rows = lines_of(machine(common + "--reads 3").output);
  const auto last = lines_of(machine(common + "--reads 1 --first-read 2").output);
  ASSERT_EQ(last.size(), 2U);
  EXPECT_THAT(rows, testing::Contains(last[1]));
}

}  // namespace
}  // namespace spinsack::test
