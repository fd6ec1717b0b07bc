// SPDX-License-Identifier: Apache-2.0
#include "record/database.hpp"

#include "record/random_record.hpp"
#include "record/record_writer.hpp"
#include "study/study_support.hpp"
#include "support/file_size_limit.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<CellRecord> loaded(const std::string& path) {
  std::vector<CellRecord> records;
  load_database(path, [&](CellRecord&& record) { records.push_back(std::move(record)); });
  return records;
}

std::string refused(const std::string& path, const std::vector<std::string>& folders) {
  return message_of<FileError>([&] { static_cast<void>(merge_studies(folders, path, {})); });
}

TEST(StudyDatabase, GivesBackTheRecords) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  const MergeSummary summary = merge_studies({files.file("out")}, files.file("a.db"), {});
  const std::vector<CellRecord> records = records_of(files.file("out"));
  EXPECT_EQ(summary.added, records.size());
  EXPECT_EQ(summary.present, 0U);
  EXPECT_EQ(loaded(files.file("a.db")), records);
}

TEST(StudyDatabase, GivesBackWhateverRecordsHold) {
  const StudyFiles files;
  std::map<std::string, CellRecord> records;  // cells that no plan has are sorted by name
  {
    RecordWriter writer(files.file("out"), origin_of(files.plan()), 0, {},
                        [](const std::string&) {});
    EXPECT_TRUE(always("any records", [&] {
      CellRecord record = any_record();
      const std::string number = std::to_string(records.size());  // makes names different
      record.cell += number;
      record.instance.name += number;
      writer.append(record);
      must(records.emplace(record.cell, record).second);
    }));
  }
  static_cast<void>(merge_studies({files.file("out")}, files.file("a.db"), {}));
  std::vector<CellRecord> expected;
  for (const auto& [cell, record] : records) expected.push_back(record);
  EXPECT_GE(expected.size(), 100U);
  EXPECT_TRUE(loaded(files.file("a.db")) == expected);
}

TEST(StudyDatabase, MergingAgainChangesNothing) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  static_cast<void>(merge_studies({files.file("out")}, files.file("a.db"), {}));
  const std::string bytes = files.read("a.db");
  const MergeSummary again =
      merge_studies({files.file("out"), files.file("out")}, files.file("a.db"), {});
  EXPECT_EQ(again.added, 0U);
  EXPECT_EQ(again.present, 2 * cells_of(files.plan()).size());
  EXPECT_EQ(files.read("a.db"), bytes);
}

TEST(StudyDatabase, GrowsWithAStudyInProgress) {
  const StudyFiles files;
  run_small(files, files.file("out"), 1, {1, 2});
  static_cast<void>(merge_studies({files.file("out")}, files.file("a.db"), {}));
  const std::size_t half = loaded(files.file("a.db")).size();
  run_small(files, files.file("out"), 1, {2, 2});
  const MergeSummary rest = merge_studies({files.file("out")}, files.file("a.db"), {});
  EXPECT_EQ(rest.present, half);
  EXPECT_EQ(rest.present + rest.added, cells_of(files.plan()).size());
}

TEST(StudyDatabase, TakesSeveralStudies) {
  const StudyFiles one("instances = 'five.txt'\n[[run]]\nmethod = 'greedy'\nlabel = 'one'\n");
  const StudyFiles two(
      "instances = 'medium:100_25_1'\n[[run]]\nmethod = 'greedy'\nlabel = 'two'\n");
  run_small(one, one.file("out"));
  run_small(two, two.file("out"));
  const MergeSummary summary =
      merge_studies({one.file("out"), two.file("out")}, one.file("a.db"), {});
  EXPECT_EQ(summary.added, 2U);
  const std::vector<CellRecord> records = loaded(one.file("a.db"));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].label, "one");
  EXPECT_EQ(records[1].label, "two");
}

TEST(StudyDatabase, AGoodRecordTakesThePlaceOfAFailure) {
  const StudyFiles files("instances = 'five.txt'\n[[run]]\nmethod = 'greedy'\n");
  const Plan plan = files.plan();
  const std::vector<Cell> cells = cells_of(plan);
  std::filesystem::remove(files.file("five.txt"));
  static_cast<void>(run_study(plan, cells, {.folder = files.file("out")}));
  files.write("five.txt", five_items);
  const auto merge = [&] { return merge_studies({files.file("out")}, files.file("a.db"), {}); };
  EXPECT_EQ(merge().added, 1U);
  ASSERT_EQ(loaded(files.file("a.db")).size(), 1U);
  EXPECT_THAT(loaded(files.file("a.db"))[0].error, HasSubstr("No such file"));
  static_cast<void>(run_study(plan, cells, {.folder = files.file("out")}));
  EXPECT_EQ(merge().added, 1U);
  EXPECT_EQ(merge().present, 1U);
  ASSERT_EQ(loaded(files.file("a.db")).size(), 1U);
  EXPECT_EQ(loaded(files.file("a.db"))[0].error, "");
  EXPECT_EQ(loaded(files.file("a.db"))[0].runs.size(), 1U);
}

TEST(StudyDatabase, LeavesDamagedLinesOutAndSaysSo) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  std::string text = files.read("out/records.jsonl");
  text[50] ^= 1;
  files.write("out/records.jsonl", text);
  std::vector<std::string> remarks;
  const MergeSummary summary =
      merge_studies({files.file("out")}, files.file("a.db"),
                    [&](const std::string& remark) { remarks.push_back(remark); });
  EXPECT_EQ(summary.damaged, 1U);
  EXPECT_EQ(summary.added, cells_of(files.plan()).size() - 1);
  EXPECT_THAT(remarks,
              ElementsAre(HasSubstr("out/records.jsonl:1:1: expected a record with checksum ")));
}

TEST(StudyDatabase, NeedsNoInstances) {  // as on a machine that only has the records
  const StudyFiles files;
  run_small(files, files.file("out"));
  const std::vector<CellRecord> records = records_of(files.file("out"));
  std::filesystem::remove(files.file("five.txt"));
  std::vector<std::string> remarks;
  const MergeSummary summary =
      merge_studies({files.file("out")}, files.file("a.db"),
                    [&](const std::string& remark) { remarks.push_back(remark); });
  EXPECT_EQ(summary.added, records.size());
  EXPECT_THAT(remarks, ElementsAre(HasSubstr("; cells are merged in the order of their names")));
  EXPECT_THAT(loaded(files.file("a.db")), testing::UnorderedElementsAreArray(records));
}

TEST(StudyDatabase,
     NeedsNoPlanThatIsStillRight) {  // as by a version that calls a parameter otherwise
  const StudyFiles files;
  run_small(files, files.file("out"));
  const std::vector<CellRecord> records = records_of(files.file("out"));
  const auto merged_into = [&](const std::string& name) {
    std::vector<std::string> remarks;
    EXPECT_EQ(merge_studies({files.file("out")}, files.file(name),
                            [&](const std::string& remark) { remarks.push_back(remark); })
                  .added,
              records.size());
    EXPECT_THAT(loaded(files.file(name)), testing::UnorderedElementsAreArray(records));
    return testing::PrintToString(remarks);
  };
  files.write("out/plan.toml", "instances = 'five.txt'\n[[run]]\nmethod = 'sa'\nswoops = 20\n");
  EXPECT_THAT(merged_into("a.db"), HasSubstr("out/plan.toml:4:1: unknown key of [[run]] 'swoops'"));
  files.write("out/study.json", R"({"name":"plan","form":"qick","folder":"/"})");
  EXPECT_THAT(merged_into("b.db"),
              HasSubstr("out/study.json:1:23: expected full or quick as 'form'"));
  std::filesystem::remove(files.file("out/plan.toml"));
  std::filesystem::remove(files.file("out/study.json"));
  EXPECT_THAT(merged_into("c.db"), HasSubstr("found no study.json; cells are merged in the order"));
}

// Some errors end the transaction by themselves, so that undoing it fails too; that is not what is told.
TEST(StudyDatabase, SaysWhyItCannotBeWritten) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  const std::string path = files.file("a.db");
  const std::vector<std::string> none;
  static_cast<void>(merge_studies(none, path, {}));
  Database(path, Database::Open::write)
      .run(
          "CREATE TRIGGER refusal BEFORE INSERT ON run BEGIN SELECT RAISE(ROLLBACK, 'the true "
          "reason'); END");
  EXPECT_EQ(refused(path, {files.file("out")}), path + ": the true reason");
  EXPECT_TRUE(loaded(path).empty()) << "all or nothing";
  Database(path, Database::Open::write).run("DROP TRIGGER refusal");
  {
    const FileSizeLimit limit(files.read("a.db").size());
    EXPECT_THAT(refused(path, {files.file("out")}),
                testing::AnyOf(HasSubstr("disk I/O error"), HasSubstr("disk is full")));
  }
  EXPECT_TRUE(loaded(path).empty());
  EXPECT_GT(merge_studies({files.file("out")}, path, {}).added, 0U);
}

// As databases were before records kept answers.
TEST(StudyDatabase, OfAnOlderVersionIsReadAndFilled) {
  const StudyFiles files;
  run_small(files, files.file("out"), 1, {1, 2});
  const std::string path = files.file("a.db");
  static_cast<void>(merge_studies({files.file("out")}, path, {}));
  Database(path, Database::Open::write).run("DROP TABLE answer");
  for (const CellRecord& record : loaded(path)) EXPECT_TRUE(record.answers.empty());
  run_small(files, files.file("out"), 1, {2, 2});
  const std::size_t added = merge_studies({files.file("out")}, path, {}).added;
  EXPECT_GT(added, 0U);
  std::size_t with_answers = 0;
  for (const CellRecord& record : loaded(path)) with_answers += record.answers.empty() ? 0U : 1U;
  EXPECT_GT(with_answers, 0U);
  EXPECT_LE(with_answers, added);
}

TEST(StudyDatabase, RefusesWhatIsNone) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  const std::vector<std::string> folders{files.file("out")};
  files.write("text.db", "this is no database, only a text that is long enough to be one\n");
  EXPECT_EQ(refused(files.file("text.db"), folders),
            files.file("text.db") + ": file is not a database");
  const std::string foreign = files.file("foreign.db");
  Database(foreign, Database::Open::write).run("CREATE TABLE birds (name TEXT)");
  const std::string bytes = files.read("foreign.db");
  const std::string other = foreign + ": expected a database of records, found another one";
  EXPECT_EQ(refused(foreign, folders), other);
  EXPECT_EQ(message_of<FileError>([&] { static_cast<void>(loaded(foreign)); }), other);
  EXPECT_EQ(files.read("foreign.db"), bytes);
  EXPECT_EQ(refused(files.file("none/a.db"), folders),
            files.file("none/a.db") + ": cannot open the database: unable to open database file");
  EXPECT_THROW(static_cast<void>(loaded(files.file("none.db"))), FileError);
  static_cast<void>(merge_studies(folders, files.file("later.db"), {}));
  Database(files.file("later.db"), Database::Open::write).run("PRAGMA user_version = 2");
  EXPECT_EQ(refused(files.file("later.db"), folders),
            files.file("later.db") + ": expected schema 1, found 2");
}

TEST(StudyDatabase, IsNotMadeForADirectoryThatIsNone) {
  const StudyFiles files;
  EXPECT_EQ(refused(files.file("a.db"), {files.file("none")}),
            files.file("none") + ": expected the directory of a study, found no records");
  EXPECT_EQ(refused(files.file("a.db"), {files.path().string()}),
            files.path().string() + ": expected the directory of a study, found no records");
  EXPECT_FALSE(std::filesystem::exists(files.file("a.db")));
}

TEST(StudyDatabase, HasViews) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  static_cast<void>(merge_studies({files.file("out")}, files.file("a.db"), {}));
  // The view counts what the records say.
  std::int64_t hits = 0;
  std::int64_t feasible = 0;
  for (const CellRecord& record : records_of(files.file("out")))
    for (const RunRecord& run : record.runs)
      for (const VariantRecord& variant : run.variants)
        if (record.instance.best_known && variant.feasible) {
          ++feasible;
          hits += variant.value >= *record.instance.best_known ? 1 : 0;
        }
  Database database(files.file("a.db"), Database::Open::read);
  Statement ask(database,
                "SELECT sum(feasible), sum(hits), sum(runs), min(gap) FROM summary WHERE n = 100");
  ASSERT_TRUE(ask.next());
  EXPECT_EQ(ask.integer(), feasible);
  EXPECT_EQ(ask.integer(), hits);
  EXPECT_EQ(ask.integer(), 2 * 2 * 5 * 3 + 1);
  EXPECT_GE(ask.real(), 0);
}

// The queries in the documentation run, and give something.
TEST(StudyDatabase, AnswersTheQueriesOfItsDocumentation) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  const StudyFiles cuts(
      "problem = 'kcut'\ninstances = 'triangle.rud@2'\n[[run]]\nmethod = 'greedy'\n");
  std::ofstream(cuts.file("triangle.rud")) << "3 3\n1 2 1\n1 3 1\n2 3 1\n";
  run_small(cuts, cuts.file("out"));
  static_cast<void>(merge_studies({files.file("out"), cuts.file("out")}, files.file("a.db"), {}));
  Database database(files.file("a.db"), Database::Open::read);
  std::ifstream document(test::source_folder() / "docs" / "formats-records.md");
  std::string query;
  bool inside = false;
  int queries = 0;
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with("```")) {
      if (inside) {
        Statement ask(database, query);
        EXPECT_TRUE(ask.next()) << query;
        ++queries;
      }
      inside = line == "```sql";
      query.clear();
    } else if (inside) {
      query += line + "\n";
    }
  }
  EXPECT_GE(queries, 3);
}

// Every table, view and column is described: its name stands in quotes in the documentation.
TEST(StudyDatabase, IsDocumentedToTheLastColumn) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  static_cast<void>(merge_studies({files.file("out")}, files.file("a.db"), {}));
  std::ostringstream text;
  text << std::ifstream(test::source_folder() / "docs" / "formats-records.md").rdbuf();
  const std::string document = text.str();
  Database database(files.file("a.db"), Database::Open::read);
  Statement names(database,
                  "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
                  "WHERE m.type IN ('table', 'view')");
  int columns = 0;
  while (names.next()) {
    for (const std::string& name : {names.text(), names.text()})
      EXPECT_NE(document.find("`" + name + "`"), std::string::npos) << name;
    ++columns;
  }
  EXPECT_GT(columns, 80);
}

}  // namespace
}  // namespace spinsack::test
