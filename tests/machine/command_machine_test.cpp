// SPDX-License-Identifier: Apache-2.0
#include "machine/command_machine.hpp"

#include "core/catalog.hpp"
#include "machine/check.hpp"
#include "machine/command_output.hpp"
#include "machine/scripted_worker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace spinsack {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CommandAnswer read_output(std::string_view name, const std::string& text) {
  return find_entry(command_outputs(), "output", name).read({"out", text});
}

TEST(CommandOutput, ReadsWhatMqlibPrints) {
  const CommandAnswer answer = read_output(
      "mqlib", "3,BURER2002,\"a,b.txt\",12.5,3.01,[7:0.1;12.5:0.75]\n\nSolution:\n1 0 1\n");
  EXPECT_THAT(answer.rows.bits, ElementsAre(1, 0, 1));
  EXPECT_THAT(answer.rows.energies, ElementsAre(-12.5)) << "it maximises";
  EXPECT_EQ(answer.machine_seconds, 3.01);
  EXPECT_THAT(answer.found_at, ElementsAre(0.75));
  EXPECT_THAT(answer.improvements, ElementsAre(std::pair(0.1, -7.0)));
  EXPECT_THROW((void)read_output("mqlib", "cannot open file\n"), InputError);
  EXPECT_THROW((void)read_output("mqlib", ""), InputError);
  EXPECT_THROW((void)read_output("mqlib", "3,B,\"f\",1,2,[1]\n\nSolution:\n1\n"), InputError);
  EXPECT_THROW((void)read_output("mqlib", "3,B,\"f\",1,2,[1:0]\n\nSolution:\n1 0 2\n"), InputError);
}

TEST(CommandOutput, ReadsWhatQbsolvPrints) {
  const CommandAnswer answer =
      read_output("qbsolv",
                  "4 bits,  find Min, SubMatrix= 47\n0110\n-3.50000 Energy of solution\n0 Number "
                  "of Partitioned calls\n 0.02000 seconds of classic cpu time");
  EXPECT_THAT(answer.rows.bits, ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(answer.rows.energies, ElementsAre(-3.5));
  EXPECT_EQ(answer.machine_seconds, 0.02);
  EXPECT_THROW((void)read_output("qbsolv", "usage: qbsolv\n"), InputError);
}

MachineDescription shell(std::string script) {
  MachineDescription machine;
  machine.name = "shell";
  machine.place = "m.toml:1";
  machine.command = {"/bin/sh", "-c", std::move(script), "{model}", "{word}"};
  machine.options = {{"word", "w"}};
  return machine;
}

std::string shell_failure(const MachineDescription& machine, MachineFault fault,
                          double patience = 600) {
  MachineTrying trying = test::impatient();
  trying.patience = patience;
  try {
    (void)MachineLink(machine, trying).ask(QuboModel(probe_form()), {}, nullptr, nullptr);
  } catch (const MachineError& error) {
    EXPECT_EQ(error.fault(), fault) << error.what();
    return error.what();
  }
  return "it answered";
}

TEST(CommandMachine, FillsItsPlacesAndReadsItsOutput) {
  const MachineDescription machine = shell("test -s \"$0\" && test \"$1\" = 'x y' && echo 1100");
  MachineQuestion question;
  question.options = {{"word", "x y"}};
  const CheckedAnswer answer = MachineLink(machine, test::impatient())
                                   .ask(QuboModel(probe_form()), question, nullptr, nullptr);
  EXPECT_THAT(answer.answer.rows.bits, ElementsAre(1, 1, 0, 0));
  EXPECT_TRUE(answer.clock.machine);
}

TEST(CommandMachine, HasSeedsForProgramsThatTakeSmallOnes) {
  MachineDescription machine = shell(R"(test "$2" -ge 0 && test "$2" -lt 65536 && echo 1100)");
  machine.command.emplace_back("{seed16}");
  EXPECT_TRUE(hello_of_command(machine).seed);
  for (std::int64_t read = 0; read < 5; ++read) {
    MachineQuestion question;
    question.first_read = read;
    const CheckedAnswer answer = MachineLink(machine, test::impatient())
                                     .ask(QuboModel(probe_form()), question, nullptr, nullptr);
    EXPECT_THAT(answer.answer.rows.bits, ElementsAre(1, 1, 0, 0));
  }
}

TEST(CommandMachine, FailsWithAReason) {
  EXPECT_THAT(shell_failure(shell("echo broken >&2; exit 4"), MachineFault::machine),
              HasSubstr("its exit code is 4; it said: broken"));
  EXPECT_THAT(shell_failure(shell("echo hello"), MachineFault::protocol), HasSubstr("hello"));
  EXPECT_THAT(shell_failure(shell("exec sleep 1000"), MachineFault::timeout, 0.05),
              HasSubstr("no answer in time"));
  MachineDescription missing = shell("");
  missing.command = {"no-such-program-anywhere"};
  EXPECT_THAT(shell_failure(missing, MachineFault::parameter), HasSubstr("cannot be started"));
  MachineDescription timed = shell("");
  timed.command.push_back("{time_limit}");
  EXPECT_THAT(shell_failure(timed, MachineFault::parameter), HasSubstr("give a time limit"));
}

}  // namespace
}  // namespace spinsack
