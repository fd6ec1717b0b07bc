// SPDX-License-Identifier: Apache-2.0
#include "machine/description.hpp"

#include "core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinsack {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<MachineDescription> machines_in(const std::string& text) {
  return read_machines({"m.toml", text});
}

std::string machines_error(const std::string& text) {
  try {
    (void)machines_in(text);
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(MachineDescriptions, SayHowAWorkerIsReached) {
  const auto machines = machines_in(R"([ae]
about = "an engine"
worker = ["spinsack-machine-amplify", "--url", "http://localhost"]
env = ["AMPLIFY_TOKEN", "HTTPS_PROXY?"]
options = { num_gpus = 1, fast = true, rate = 0.5, mode = "x" }
budget = { requests = 20, machine-seconds = 3.5 }
)");
  ASSERT_EQ(machines.size(), 1U);
  const MachineDescription& ae = machines[0];
  EXPECT_EQ(ae.name, "ae");
  EXPECT_EQ(ae.place, "m.toml:1");
  EXPECT_TRUE(ae.persistent());
  EXPECT_THAT(ae.worker, ElementsAre("spinsack-machine-amplify", "--url", "http://localhost"));
  EXPECT_THAT(ae.environment,
              ElementsAre(VariableName{"AMPLIFY_TOKEN", false}, VariableName{"HTTPS_PROXY", true}));
  EXPECT_EQ(ae.options,
            (ParameterValues{{"fast", "true"}, {"mode", "x"}, {"num_gpus", "1"}, {"rate", "0.5"}}));
  EXPECT_EQ(ae.most_requests, 20);
  EXPECT_EQ(ae.most_seconds, 3.5);
}

TEST(MachineDescriptions, SayHowACommandIsFilled) {
  const MachineDescription mqlib = machines_in(R"([mqlib]
command = ["MQLib", "-fQ", "{model}", "-h", "{heuristic}", "-r", "{time_limit}"]
format = "mqlib"
output = "mqlib"
parameters = { heuristic = "BURER2002" })")[0];
  EXPECT_FALSE(mqlib.persistent());
  EXPECT_EQ(mqlib.format, "mqlib");
  EXPECT_EQ(mqlib.options.at("heuristic"), "BURER2002");
}

TEST(MachineDescriptions, AreRefusedWithThePlaceOfTheMistake) {
  EXPECT_THAT(machines_error("[a\n"), HasSubstr("m.toml:1:3: expected TOML: "));
  EXPECT_THAT(machines_error("[a]\nworkr = []"),
              HasSubstr("m.toml:2:1: unknown key of machine 'a' 'workr'; did you mean 'worker'?"));
  EXPECT_THAT(machines_error("[a]\nabout = \"x\""),
              HasSubstr("expected either 'worker' or 'command' for machine 'a', found neither"));
  EXPECT_THAT(machines_error("[a]\nworker = [\"x\"]\ncommand = [\"y\"]"), HasSubstr("found both"));
  EXPECT_THAT(machines_error("[a]\nworker = \"x\""),
              HasSubstr("m.toml:2:10: expected a list of texts for 'worker', found a text"));
  EXPECT_THAT(machines_error("[a]\nworker = []"), HasSubstr("an empty one"));
  EXPECT_THAT(machines_error("a = 3"),
              HasSubstr("expected a table [a] that describes a machine, found a number"));
  EXPECT_THAT(machines_error("[a]\ncommand = [\"x\", \"{modl}\"]"),
              HasSubstr("nothing fills {modl}"));
  EXPECT_THAT(machines_error("[a]\ncommand = [\"x\"]\nformat = \"bqn\""),
              HasSubstr("did you mean 'bqm'?"));
  EXPECT_THAT(machines_error("[a]\nworker = [\"x\"]\nformat = \"bqm\""),
              HasSubstr("'format' is for machines with a 'command'"));
  EXPECT_THAT(machines_error("[a]\nworker = [\"x\"]\nbudget = { requests = -1 }"),
              HasSubstr(">= 0"));
}

TEST(MachineDescriptions, AreNoPlaceForSecrets) {
  for (const char* const key : {"token", "api_key", "Password", "client-secret", "key"}) {
    const std::string text =
        std::string("[a]\nworker = [\"x\"]\n") + key + " = \"hunter22hunter22\"";
    EXPECT_THAT(machines_error(text), HasSubstr("looks like a secret")) << key;
    EXPECT_THAT(machines_error(text), HasSubstr("'env'"));
    EXPECT_THAT(machines_error(text), testing::Not(HasSubstr("hunter22")));
  }
  EXPECT_THAT(machines_error("[a]\nworker = [\"x\"]\noptions = { token = \"t\" }"),
              HasSubstr("options.token"));
  EXPECT_THAT(machines_error("[a]\nworker = [\"x\", \"--token=abc\"]"), HasSubstr("command line"));
  EXPECT_THAT(machines_error("[a]\nworker = [\"x\", \"https://me:pw@host/\"]"),
              HasSubstr("an address with a user"));
  EXPECT_THAT(machines_error("[a]\nworker = [\"x\"]\nenv = [\"A=b\"]"),
              HasSubstr("names of variables"));
  EXPECT_THROW((void)parse_options("--options", "api_key=3"), UsageError);
}

TEST(MachineOptions, AreNamesAndValues) {
  EXPECT_EQ(parse_options("--options", "a=1,b=x=y"), (ParameterValues{{"a", "1"}, {"b", "x=y"}}));
  EXPECT_TRUE(parse_options("--options", "").empty());
  EXPECT_THROW((void)parse_options("--options", "a"), UsageError);
  EXPECT_THROW((void)parse_options("--options", "a=1,a=2"), UsageError);
}

}  // namespace
}  // namespace spinsack
