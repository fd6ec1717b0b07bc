// SPDX-License-Identifier: Apache-2.0
// What the views of a database say of problems that are no knapsacks.
#include "record/database_schema.hpp"
#include "record/record_writer.hpp"
#include "study/study_support.hpp"

#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

CellRecord cut_record() {
  CellRecord record{.cell = "00000000000000aa",
                    .study = "cuts",
                    .form = "full",
                    .environment = {"1", "abc", "gcc", "some processor", "AVX2"},
                    .instance = {.name = "gset:G11@3",
                                 .sha256 = "sum",
                                 .n = 800,
                                 .best_known = 669,
                                 .problem = "kcut",
                                 .facts = {{"n", "800"}, {"parts", "3"}}},
                    .method = "sa",
                    .label = "SA",
                    .parameters = {},
                    .started = "2024-01-02T03:04:05Z"};
  RunRecord run;
  run.bits = "00";
  run.stopped_by = "work";
  run.variants = {{.name = "SA", .value = 600, .weight = 7, .feasible = false}};
  record.runs = {run};
  return record;
}

void expect_words_of_cuts(const std::string& path) {
  Database database = open_records_for_reading(path);
  Statement ask(database,
                "SELECT problem, json_extract(facts, '$.parts'), density, tightness, weight, "
                "violation FROM result");
  ASSERT_TRUE(ask.next());
  EXPECT_EQ(ask.text(), "kcut");
  EXPECT_EQ(ask.integer(), 3);
  EXPECT_FALSE(ask.maybe<double>());
  EXPECT_FALSE(ask.maybe<double>());
  EXPECT_FALSE(ask.maybe<std::int64_t>());
  EXPECT_EQ(ask.integer(), 7);
}

TEST(DatabaseViews, KeepToWhatAProblemHas) {
  const StudyFiles files;
  {
    RecordWriter writer(files.file("out"), origin_of(files.plan()), 0, {},
                        [](const std::string&) {});
    writer.append(cut_record());
  }
  const std::string path = files.file("a.db");
  static_cast<void>(merge_studies({files.file("out")}, path, {}));
  expect_words_of_cuts(path);
  // The views of an older version make room.
  Database(path, Database::Open::write)
      .run(
          "DROP VIEW summary; DROP VIEW result; CREATE VIEW result AS SELECT 1 AS density;"
          "CREATE VIEW summary AS SELECT density FROM result");
  static_cast<void>(merge_studies({files.file("out")}, path, {}));
  expect_words_of_cuts(path);
}

}  // namespace
}  // namespace spinsack::test
