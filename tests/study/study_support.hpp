// SPDX-License-Identifier: Apache-2.0
// What the tests of studies share: small plans, and results compared without their times.
#pragma once

#include "core/error.hpp"
#include "record/database.hpp"
#include "record/record_files.hpp"
#include "record/sqlite.hpp"
#include "study/cell.hpp"
#include "study/runner.hpp"
#include "study/status.hpp"
#include "study/study_folder.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace spinsack::test {

// Five items of which about half fit; not of a published suite.
inline const std::string five_items =
    "five\n5\n10 20 30 5 8\n5 0 3 1\n7 2 0\n4 6\n9\n\n0\n9\n2 3 4 5 1\n";

// Machines with variants, in blocks of reads, and methods used whole; 20 cells, each of a few milliseconds.
inline const std::string small_plan = R"(
title = "Small"
instances = ["medium:100_25_1", "five.txt"]
seeds = [1, 2]

[[run]]
method = "sa"
sweeps = 20
lambda = ["2^-2", 4]
reads = 5
reads-per-cell = 3
variants = { "SA" = "none", "SA-R" = "repair", "SA-RI" = "repair+fill+exchange" }

[[run]]
method = "greedy"
seeds = 1

[quick]
instances = ["five.txt"]
)";

// A directory with a plan and the file that it names.
struct StudyFiles : TemporaryDirectory {
  explicit StudyFiles(const std::string& plan = small_plan) {
    write("plan.toml", plan);
    write("five.txt", five_items);
  }
  std::string plan_path() const { return file("plan.toml"); }
  Plan plan(bool quick = false) const { return read_plan(plan_path(), quick); }
};

inline std::vector<std::string> ids_of(const std::vector<Cell>& cells) {
  std::vector<std::string> ids;
  for (const Cell& cell : cells) ids.push_back(cell.id.text());
  return ids;
}

inline StudySummary run_small(const StudyFiles& files, const std::string& folder, int threads = 1,
                              const Shard& shard = {},
                              std::vector<std::string>* remarks = nullptr) {
  const Plan plan = files.plan();
  return run_study(plan, cells_of(plan),
                   {.folder = folder,
                    .threads = threads,
                    .shard = shard,
                    .remark = [&](const std::string& text) {
                      if (remarks != nullptr) remarks->push_back(text);
                    }});
}

inline std::vector<CellRecord> records_of(const std::string& folder) {
  std::vector<CellRecord> records;
  scan_records(
      folder, [&](CellRecord&& record) { records.push_back(std::move(record)); },
      [](const std::string& remark) { ADD_FAILURE() << remark; });
  return records;
}

// A whole database as text, times left out: what must be equal however the work was done.
inline std::string database_without_times(const std::string& database_path) {
  Database database(database_path, Database::Open::read);
  std::string text;
  const auto dump = [&](const std::string& sql, int columns, bool trace = false) {
    Statement rows(database, sql);
    while (rows.next()) {
      for (int c = 0; c < columns; ++c) text += rows.text() + '|';
      if (trace)  // of each new best, the value
        for (const auto& point : nlohmann::json::parse(rows.text())) text += point[1].dump() + ' ';
      text += '\n';
    }
  };
  dump("SELECT * FROM environment ORDER BY rowid", 6);
  dump("SELECT * FROM instance ORDER BY rowid", 8);
  dump(
      "SELECT id, study, form, environment, instance, method, label, parameters, lambda, "
      "time_limit, "
      "target, seed, error FROM cell ORDER BY rowid",
      13);
  dump(
      "SELECT cell, read, bits, sweeps, visits, flips, stopped_by, upper_bound, trace FROM run "
      "ORDER BY "
      "rowid",
      8, true);
  dump("SELECT cell, position, variant, read, bits FROM answer ORDER BY cell, position", 5);
  dump("SELECT cell, read, position, name, value, weight, feasible FROM variant ORDER BY rowid", 7);
  return text;
}

// The same of directories of records.
inline std::string merged(const std::vector<std::string>& folders) {
  const TemporaryDirectory place;
  const MergeSummary summary = merge_studies(folders, place.file("all.db"), {});
  EXPECT_GT(summary.added, 0U);
  return database_without_times(place.file("all.db"));
}

template <class Failure>
std::string message_of(const auto& action) {
  try {
    action();
  } catch (const Failure& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace spinsack::test
