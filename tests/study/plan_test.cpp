// SPDX-License-Identifier: Apache-2.0
#include "study/plan.hpp"

#include "study/study_support.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <set>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Values = std::vector<std::string>;

const std::string every_key = R"(# a comment
title = "All keys"
about = "What it is for."
instances = "medium:*"
seeds = "3..5"
reads = 20
reads-per-cell = 7
time-limit = 2.5
target = "best-known"

[[run]]   # a machine
method = "sa"
label = "S {sweeps}"
sweeps = [1e3, "2..3"]
lambda = "2^-1..2^1"
t-end = 0.01
variants = { "SA {sweeps}" = "none", "SA-RI {sweeps}" = "repair+fill+exchange", "SA-R {sweeps}" = "repair" }

[run.quick]
sweeps = 10

[[run]]   # a method
method = "lha"
instances = ["a.txt", "b.txt"]
seeds = 9
time-limit = 1
target = 1234

[[run]]   # a machine used whole
method = "pt"
reads = 4

[quick]
title = "Fewer keys"
instances = ["medium:100_25_1"]
reads = 2
)";

TEST(Plan, HasEveryKey) {
  const Plan plan = parse_plan("some/where/keys.toml", every_key, false);
  EXPECT_EQ(plan.path, "some/where/keys.toml");
  EXPECT_EQ(plan.name, "keys");
  EXPECT_EQ(plan.folder, "some/where");
  EXPECT_EQ(plan.form, "full");
  EXPECT_EQ(plan.text, every_key);
  EXPECT_EQ(plan.title, "All keys");
  EXPECT_EQ(plan.about, "What it is for.");
  ASSERT_EQ(plan.runs.size(), 3U);

  const PlannedRun& machine = plan.runs[0];
  EXPECT_EQ(machine.method, "sa");
  EXPECT_EQ(machine.label, "S {sweeps}");
  EXPECT_EQ(machine.instances, Values{"medium:*"});
  EXPECT_EQ(machine.seeds, (std::vector<std::uint64_t>{3, 4, 5}));
  EXPECT_EQ(machine.reads, 20);
  EXPECT_EQ(machine.reads_per_cell, 7);
  EXPECT_EQ(machine.time_limit, 2.5);
  EXPECT_EQ(machine.target, "") << "variants have no target";
  EXPECT_THAT(machine.parameters,
              ElementsAre(Pair("lambda", Values{"2^-1", "2^0", "2^1"}),
                          Pair("sweeps", Values{"1000", "2", "3"}), Pair("t-end", Values{"0.01"})));
  EXPECT_THAT(machine.variants,
              ElementsAre(Pair("SA {sweeps}", "none"), Pair("SA-R {sweeps}", "repair"),
                          Pair("SA-RI {sweeps}", "repair+fill+exchange")));
  EXPECT_EQ(machine.line, 11);
  EXPECT_EQ(machine.instances_line, 4);

  const PlannedRun& method = plan.runs[1];
  EXPECT_EQ(method.label, "lha");
  EXPECT_EQ(method.instances, (Values{"a.txt", "b.txt"}));
  EXPECT_EQ(method.instances_line, 24);
  EXPECT_EQ(method.seeds, std::vector<std::uint64_t>{9});
  EXPECT_EQ(method.time_limit, 1);
  EXPECT_EQ(method.target, "1234");
  EXPECT_TRUE(method.parameters.empty()) << "lha has no reads";
  EXPECT_TRUE(method.variants.empty());

  EXPECT_THAT(plan.runs[2].parameters, ElementsAre(Pair("reads", Values{"4"})));
  EXPECT_EQ(plan.runs[2].target, "best-known");
}

TEST(Plan, QuickFormChangesWhatItNames) {
  const Plan quick = parse_plan("keys.toml", every_key, true);
  EXPECT_EQ(quick.form, "quick");
  EXPECT_EQ(quick.folder, "");
  EXPECT_EQ(quick.title, "Fewer keys");
  EXPECT_EQ(quick.about, "What it is for.");
  EXPECT_EQ(quick.runs[0].instances, Values{"medium:100_25_1"});
  EXPECT_EQ(quick.runs[0].reads, 2);
  EXPECT_EQ(quick.runs[0].reads_per_cell, 7);
  EXPECT_THAT(quick.runs[0].parameters[1], Pair("sweeps", Values{"10"}));
  EXPECT_EQ(quick.runs[1].instances, (Values{"a.txt", "b.txt"})) << "the run has its own";
  EXPECT_THAT(quick.runs[2].parameters, ElementsAre(Pair("reads", Values{"4"})));
}

TEST(Plan, HasDefaults) {
  const Plan plan = parse_plan("p.toml", "instances = 'a'\n[[run]]\nmethod = 'sa'\n", true);
  EXPECT_EQ(plan.title, "");
  ASSERT_EQ(plan.runs.size(), 1U);
  const PlannedRun& run = plan.runs[0];
  EXPECT_EQ(run.label, "sa");
  EXPECT_EQ(run.seeds, std::vector<std::uint64_t>{1});
  EXPECT_EQ(run.reads, 1);
  EXPECT_EQ(run.reads_per_cell, 10);
  EXPECT_EQ(run.time_limit, std::nullopt);
  EXPECT_EQ(run.target, "");
  EXPECT_TRUE(run.variants.empty());
  EXPECT_TRUE(run.parameters.empty());
}

TEST(Plan, ReadsAtTheTopAreForMachinesUsedWholeToo) {
  const Plan plan = parse_plan(
      "p.toml", "instances = 'a'\nreads = 3\n[[run]]\nmethod = 'sa'\n[[run]]\nmethod = 'greedy'\n",
      false);
  EXPECT_THAT(plan.runs[0].parameters, ElementsAre(Pair("reads", Values{"3"})));
  EXPECT_TRUE(plan.runs[1].parameters.empty());
}

TEST(Plan, KnowsEqualStrengths) {
  for (const char* const text : {"2.0", "2e0", "2^1"})
    EXPECT_EQ(strength_text(text), strength_text("2")) << text;
  EXPECT_EQ(strength_text("scale:03"), strength_text("scale:3"));
  std::set<std::string> different;
  for (const char* const text :
       {"2", "2^2", "2^-2", "scale:2", "scale:4", "auto", "regression", "1", "lots", "0"})
    EXPECT_TRUE(different.insert(strength_text(text)).second) << text;
}

TEST(Plan, OfAFileThatIsMissingIsRefused) {
  const TemporaryDirectory place;
  EXPECT_THROW(static_cast<void>(read_plan(place.file("none.toml"), false)), FileError);
}

}  // namespace
}  // namespace spinsack::test
