// SPDX-License-Identifier: Apache-2.0
// Record files that were torn, damaged or belong to somebody else.
#include "study/study_folder.hpp"

#include "record/record_writer.hpp"
#include "study/study_support.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;

// A finished study to damage.
class StudyFolder : public testing::Test {
 protected:
  StudyFolder() {
    run_small(files_, folder_);
    text_ = files_.read("out/records.jsonl");
    expected_ = merged({folder_});
  }
  void put(const std::string& text) const { files_.write("out/records.jsonl", text); }
  StudySummary go_on(std::vector<std::string>& remarks) const {
    return run_small(files_, folder_, 1, {}, &remarks);
  }
  std::size_t cells() const { return cells_of(files_.plan()).size(); }

  const StudyFiles files_;
  const std::string folder_ = files_.file("out");
  std::string text_;
  std::string expected_;
};

TEST_F(StudyFolder, ATornLastLineIsDroppedAndDoneAgain) {
  const std::size_t last = text_.rfind('\n', text_.size() - 2) + 1;
  // All places near the ends of the line, and some between.
  std::vector<std::size_t> sizes;
  for (std::size_t size = last; size < text_.size(); ++size)
    if (size < last + 2 || size + 5 > text_.size() || size % 197 == 0) sizes.push_back(size);
  for (const std::size_t size : sizes) {
    put(text_.substr(0, size));
    std::vector<std::string> remarks;
    const StudySummary summary = go_on(remarks);
    EXPECT_EQ(summary.done, 1U);
    EXPECT_EQ(summary.before, cells() - 1);
    if (size == last)
      EXPECT_THAT(remarks, IsEmpty());
    else
      EXPECT_THAT(remarks,
                  ElementsAre(fmt::format("{}/records.jsonl: dropped an unfinished record of {} "
                                          "bytes at the end",
                                          folder_, size - last)));
    EXPECT_EQ(merged({folder_}), expected_);
  }
}

TEST_F(StudyFolder, ATornLastLineIsReportedByStatus) {
  put(text_.substr(0, text_.size() - 5));
  const StudyStatus status = status_of(folder_, cells_of(files_.plan()));
  EXPECT_EQ(status.done, cells() - 1);
  EXPECT_EQ(status.damaged, 1U);
  EXPECT_THAT(status.remarks,
              ElementsAre(fmt::format("{}/records.jsonl:{}:1: the last record is unfinished",
                                      folder_, cells())));
}

TEST_F(StudyFolder, ADamagedRecordIsReportedByLineAndDoneAgain) {
  std::size_t offset = 0;
  for (const int line : {1, 2, 3}) {
    std::string damaged = text_;
    damaged[offset + 200] ^= 4;
    put(damaged);
    std::vector<std::string> remarks;
    EXPECT_EQ(go_on(remarks).done, 1U);
    EXPECT_THAT(remarks, ElementsAre(MatchesRegex(fmt::format(
                             ".*/out/records.jsonl:{}:1: expected a record with checksum .*: it is "
                             "damaged; its cell is done again",
                             line))));
    EXPECT_EQ(merged({folder_}), expected_);
    EXPECT_EQ(files_.read("out/records.jsonl").substr(0, damaged.size()), damaged)
        << "what is damaged stays to be looked at";
    // Nothing is left to do, and the line is still reported.
    remarks.clear();
    EXPECT_EQ(go_on(remarks).done, 0U);
    EXPECT_THAT(remarks, ElementsAre(testing::EndsWith("; its cell was done again")));
    offset = text_.find('\n', offset) + 1;
  }
}

TEST_F(StudyFolder, ALostLineEndCostsBothItsRecords) {
  std::string damaged = text_;
  damaged[text_.find('\n')] = ' ';
  put(damaged);
  std::vector<std::string> remarks;
  EXPECT_EQ(go_on(remarks).done, 2U);
  EXPECT_EQ(remarks.size(), 1U);
  EXPECT_EQ(merged({folder_}), expected_);
}

TEST_F(StudyFolder, ZerosAtTheEndAreDropped) {  // as some file systems leave them after a power cut
  put(text_ + std::string(5000, '\0'));
  std::vector<std::string> remarks;
  EXPECT_EQ(go_on(remarks).before, cells());
  EXPECT_EQ(remarks.size(), 1U);
  EXPECT_EQ(files_.read("out/records.jsonl"), text_);
}

TEST_F(StudyFolder, RecordsInAnyOrderOrTwiceGiveTheSame) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text_.size(); start = text_.find('\n', start) + 1)
    lines.push_back(text_.substr(start, text_.find('\n', start) + 1 - start));
  std::string other;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) other += *line;
  put(other + lines[0] + lines[3]);
  std::vector<std::string> remarks;
  EXPECT_EQ(go_on(remarks).before, cells());
  EXPECT_EQ(merged({folder_}), expected_);
}

TEST_F(StudyFolder, IsOfOnePlanInOneForm) {
  const std::string message = fmt::format(
      "{}: holds a study of another plan ('plan', full); expected an empty directory or the same "
      "plan",
      folder_);
  files_.write("plan.toml", small_plan + "# one more line\n");
  EXPECT_EQ(message_of<UsageError>([&] { run_small(files_, folder_); }), message);
  files_.write("plan.toml", small_plan);
  const Plan quick = files_.plan(true);
  EXPECT_EQ(message_of<UsageError>(
                [&] { static_cast<void>(run_study(quick, cells_of(quick), {.folder = folder_})); }),
            message);
  EXPECT_EQ(files_.read("out/records.jsonl"), text_);
}

TEST_F(StudyFolder, IsOfOneName) {
  files_.write("other.toml", small_plan);
  const Plan other = read_plan(files_.file("other.toml"), false);
  EXPECT_EQ(
      message_of<UsageError>(
          [&] { static_cast<void>(run_study(other, cells_of(other), {.folder = folder_})); }),
      folder_ +
          ": holds a study of the same plan by the name 'plan'; expected that name or an empty "
          "directory, found 'other'");
  EXPECT_EQ(files_.read("out/records.jsonl"), text_);
}

TEST_F(StudyFolder, IsOfOnePlaceIfThePlanNamesFiles) {
  const StudyFiles elsewhere;
  elsewhere.write("five.txt", "five\n2\n1 2\n3\n\n0\n4\n2 3\n");
  EXPECT_EQ(message_of<UsageError>([&] { run_small(elsewhere, folder_); }),
            fmt::format("{}: holds a study of the same plan with instance files from {}; expected "
                        "the plan there or an empty directory, found the plan in {}",
                        folder_, files_.path().string(), elsewhere.path().string()));
  EXPECT_EQ(files_.read("out/records.jsonl"), text_);
  // The same place by another way is the same.
  std::filesystem::create_directory_symlink(files_.path(), elsewhere.path() / "link");
  for (const std::string& path :
       {elsewhere.file("link/plan.toml"), files_.file("out/../plan.toml")}) {
    const Plan plan = read_plan(path, false);
    EXPECT_EQ(run_study(plan, cells_of(plan), {.folder = folder_}).before, cells());
  }
}

TEST(StudyOfSuites, MayGoOnFromAnyPlace) {
  const std::string text = "instances = 'medium:100_25_1'\n[[run]]\nmethod = 'greedy'\n";
  const StudyFiles one(text);
  const StudyFiles other(text);
  EXPECT_EQ(run_small(one, one.file("out")).done, 1U);
  EXPECT_EQ(run_small(other, one.file("out")).before, 1U);
}

TEST_F(StudyFolder, HasAStudyJsonThatIsRight) {
  const auto refusal = [&](const std::string& text) {
    files_.write("out/study.json", text);
    return message_of<InputError>([&] { static_cast<void>(plan_of_folder(folder_)); });
  };
  EXPECT_EQ(refusal(R"({"name":"plan","form":"qick","folder":"/"})"),
            folder_ + "/study.json:1:23: expected full or quick as 'form', found 'qick'");
  EXPECT_EQ(refusal(R"({"name":"plan","folder":"/"})"),
            folder_ + "/study.json:1:1: expected 'form' of a study, found none");
  EXPECT_EQ(refusal(R"({"name":3,"form":"full","folder":"/"})").find("expected a name"),
            (folder_ + "/study.json:1:9: ").size());
}

TEST_F(StudyFolder, KnowsItsPlanWithoutTheFile) {
  const std::size_t expected = cells();
  std::filesystem::remove(files_.plan_path());
  const Plan plan = plan_of_folder(folder_);
  EXPECT_EQ(plan.name, "plan");
  EXPECT_EQ(plan.form, "full");
  EXPECT_EQ(plan.path, folder_ + "/plan.toml");
  EXPECT_EQ(status_of(folder_, cells_of(plan)).done, expected);
}

TEST_F(StudyFolder, HasOneWriter) {
  const Plan plan = files_.plan();
  const auto write = [&](const Shard& shard) {
    return std::make_unique<RecordWriter>(folder_, origin_of(plan), cells(), shard,
                                          [](const std::string&) {});
  };
  const auto refusal = [&](const Shard& shard) {
    return message_of<UsageError>([&] { static_cast<void>(write(shard)); });
  };
  const std::string busy = folder_ + ": another runner is writing to this directory";
  {
    const auto whole = write({});
    EXPECT_EQ(refusal({}), busy);
    EXPECT_EQ(refusal({1, 2}), busy);
  }
  {
    const auto first = write({1, 2});
    const auto second = write({2, 2});
    EXPECT_EQ(refusal({}), busy);
    EXPECT_EQ(refusal({1, 2}),
              folder_ + "/records-1of2.jsonl: another runner is writing to this file");
  }
  static_cast<void>(write({}));
}

TEST(StudyFolderOf, NothingIsRefused) {
  const TemporaryDirectory place;
  EXPECT_EQ(message_of<FileError>([&] { static_cast<void>(plan_of_folder(place.file("none"))); }),
            place.file("none") + ": expected the directory of a study, found no study.json");
  EXPECT_EQ(message_of<FileError>([&] { scan_records(place.file("none"), {}, {}); }),
            place.file("none") + ": expected the directory of a study");
  place.write("file", "");
  const StudyFiles files;
  EXPECT_THAT(message_of<FileError>([&] { run_small(files, place.file("file/out")); }),
              testing::HasSubstr(": cannot make the directory: "));
}

}  // namespace
}  // namespace spinsack::test
