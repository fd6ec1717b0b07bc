// SPDX-License-Identifier: Apache-2.0
// A study of many short cells, and the databases that its records merge into.
#pragma once

#include "record/database.hpp"
#include "support/run_command.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spinsack::test {

// 30 cells: a machine with several variants and reads, and two methods.
inline const std::string short_plan = R"(title = "Many short cells"
instances = ["medium:100_25_1", "medium:100_50_2"]

[[run]]
method = "sa"
sweeps = [100, 200]
lambda = "2^-1..2^1"
reads = 4
reads-per-cell = 2
variants = { "SA {sweeps}" = "none", "SA-RI {sweeps}" = "repair+fill+exchange" }

[[run]]
method = "greedy"
seeds = [1]

[[run]]
method = "lha"
seeds = [1, 2]
)";

// 60 cells of about a tenth of a second: long enough to be caught in the middle.
inline const std::string medium_plan = R"(title = "Some cells"
instances = ["medium:100_25_1"]

[[run]]
method = "sa"
sweeps = 2e5
lambda = "2^-1..2^1"
reads = 20
reads-per-cell = 1
variants = { SA = "none", SA-R = "repair" }
)";

// The same for minutes, to be interrupted.
inline const std::string long_plan = R"(title = "Very many cells"
instances = ["medium:100_25_1"]

[[run]]
method = "sa"
sweeps = 2e5
lambda = "2^-1..2^1"
reads = 4000
reads-per-cell = 1
variants = { SA = "none" }
)";

inline std::string without_times(CellRecord record) {
  record.started.clear();
  for (RunRecord& run : record.runs) {
    run.formulate = run.machine = run.seconds = run.time_to_best = 0;
    for (VariantRecord& variant : run.variants) variant.repair = variant.improve = 0;
    for (auto& [seconds, value] : run.trace) seconds = 0;
  }
  return record_line(record);
}

// All that the directory of a study merges into, cell for cell, without times.
inline std::vector<std::string> merged(const TemporaryDirectory& directory,
                                       const std::string& folder) {
  const std::string database = directory.file(folder + ".db");
  const RunResult merge =
      spinsack_run({"study", "merge", directory.file(folder), "--out", database});
  EXPECT_EQ(merge.exit_code, 0) << merge;
  EXPECT_EQ(merge.err, "");
  std::vector<std::string> cells;
  load_database(database, [&](CellRecord&& record) { cells.push_back(without_times(record)); });
  return cells;
}

// Cell for cell; the first that differs says enough.
inline void expect_same(const std::vector<std::string>& found,
                        const std::vector<std::string>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i]);
}

// The study in the directory "alone", done by one process.
inline std::vector<std::string> done_alone(const TemporaryDirectory& directory,
                                           const std::string& plan) {
  directory.write("plan.toml", plan);
  const RunResult alone = spinsack_run(
      {"study", "run", "plan.toml", "--out", "alone", "-j", "1", "-q"}, "", directory.path());
  EXPECT_EQ(alone.exit_code, 0) << alone;
  std::vector<std::string> cells = merged(directory, "alone");
  EXPECT_FALSE(cells.empty());
  return cells;
}

// Something is done, nothing is damaged.
inline void expect_whole(const TemporaryDirectory& directory, const std::string& folder) {
  const RunResult status = spinsack_run({"study", "status", folder}, "", directory.path());
  EXPECT_EQ(status.exit_code, 0) << status;
  EXPECT_THAT(status.out, ::testing::HasSubstr("failing  0\n"));
  EXPECT_THAT(status.out, ::testing::Not(::testing::HasSubstr("damaged")));
  EXPECT_THAT(status.out, ::testing::Not(::testing::HasSubstr("done     0,")));
}

}  // namespace spinsack::test
