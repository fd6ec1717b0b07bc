// SPDX-License-Identifier: Apache-2.0
// The conformance suite, on machines that are right and on machines that are not.
#include "machine/check.hpp"

#include "machine/scripted_worker.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinsack {
namespace {

using testing::HasSubstr;

// spinsack itself as a command.
MachineDescription ourselves() {
  MachineDescription machine;
  machine.name = "ourselves";
  machine.place = "m.toml:1";
  machine.command = {test::spinsack_command(),
                     "sample",
                     "{model}",
                     "-q",
                     "-m",
                     "sa",
                     "--reads",
                     "{reads}",
                     "--seed",
                     "{seed}",
                     "-j",
                     "1",
                     "--csv",
                     "-"};
  return machine;
}

const CheckPoint& point_of(const MachineCheck& check, std::string_view name) {
  for (const CheckPoint& point : check.points)
    if (point.name == name) return point;
  throw std::out_of_range(std::string(name));
}

TEST(MachineCheck, PassesForAMachineThatIsRight) {
  const MachineCheck check = check_machine(ourselves(), {.trying = test::impatient()});
  for (const CheckPoint& point : check.points)
    EXPECT_NE(point.result, CheckPoint::Result::failed) << point.name << ": " << point.text;
  EXPECT_TRUE(check.passed());
  EXPECT_EQ(point_of(check, "probe").text, "1100, energy -10.75");
  EXPECT_EQ(point_of(check, "several reads").result, CheckPoint::Result::passed);
  EXPECT_EQ(point_of(check, "cancel").result, CheckPoint::Result::passed);
  EXPECT_GE(check.requests, 10);
}

TEST(MachineCheck, NamesAMisreading) {
  test::ScriptedWorker worker(
      R"(echo '{"type":"result","id":'$id',"samples":[{"bits":"1100","energy":-18.75}],"times":{}}')");
  const MachineCheck check = check_machine(worker.machine(), {.trying = test::impatient()});
  EXPECT_FALSE(check.passed());
  EXPECT_EQ(point_of(check, "probe").result, CheckPoint::Result::failed);
  EXPECT_EQ(point_of(check, "probe").text,
            "expected 1100, energy -10.75, found 1100, energy -18.75: pairs counted twice");
  EXPECT_EQ(point_of(check, "order").result, CheckPoint::Result::failed);
  EXPECT_EQ(point_of(check, "unknown option").result, CheckPoint::Result::failed);
}

TEST(MachineCheck, EndsWithTheHelloWhereThereIsNone) {
  test::ScriptedWorker worker(test::ScriptedWorker::Whole{}, "#!/bin/sh\nexit 1\n");
  const MachineCheck check = check_machine(worker.machine(), {.trying = test::impatient()});
  ASSERT_EQ(check.points.size(), 1U);
  EXPECT_FALSE(check.passed());
}

TEST(MachineCheck, EndsWithTheProbeWhereNobodyCanBeReached) {
  for (const std::string fault : {"network", "auth"}) {
    test::ScriptedWorker worker(R"(echo '{"type":"error","id":'$id',"code":")" + fault +
                                R"(","message":"no way"}')");
    const MachineCheck check = check_machine(worker.machine(), {.trying = test::impatient()});
    ASSERT_EQ(check.points.size(), 2U) << fault;
    EXPECT_EQ(check.points.back().name, "probe");
    EXPECT_THAT(check.points.back().text, HasSubstr(fault + ": machine 'scripted': no way"));
    EXPECT_EQ(check.requests, 1);
    EXPECT_FALSE(check.passed());
  }
}

}  // namespace
}  // namespace spinsack
