// SPDX-License-Identifier: Apache-2.0
// Studies are rechecked from their records alone.
#include "verify/verify_study.hpp"

#include "record/hex_bits.hpp"
#include "study/instance_finder.hpp"
#include "study/study_support.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

StudyVerification verified(const StudyFiles& files) {
  InstanceFinder finder(plan_of_folder(files.file("out")));
  return verify_study(
      files.file("out"),
      [&](const InstanceRecord& record) -> const Instance& { return finder.find(record); }, {});
}

// The records of a study, changed by somebody.
template <class Change>
void change_records(const StudyFiles& files, const Change& change) {
  std::vector<CellRecord> records = records_of(files.file("out"));
  std::string text;
  for (CellRecord& record : records) {
    change(record);
    text += record_line(record) + "\n";
  }
  files.write("out/records.jsonl", text);
}

TEST(VerifyStudy, RecomputesEveryAnswer) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  std::int64_t answers = 0;
  std::int64_t runs = 0;
  const std::vector<CellRecord> records = records_of(files.file("out"));
  for (const CellRecord& record : records) {
    answers += std::ssize(record.answers);
    runs += std::ssize(record.runs);
  }
  const StudyVerification result = verified(files);
  EXPECT_TRUE(result.holds()) << testing::PrintToString(result.faults);
  EXPECT_EQ(result.cells, std::ssize(records));
  EXPECT_EQ(result.runs, runs);
  EXPECT_EQ(result.answers, answers);
  EXPECT_GT(answers, 20);
  EXPECT_EQ(result.without_answers, 0);
  EXPECT_THAT(result.unchecked, IsEmpty());
}

TEST(VerifyStudy, FindsEveryFalseClaim) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  const std::string text = files.read("out/records.jsonl");
  const auto fault = [&](const auto& change) {
    files.write("out/records.jsonl", text);
    bool done = false;  // of one record
    change_records(files, [&](CellRecord& record) {
      if (!done && !record.answers.empty() && !record.answers.back().bits.empty()) {
        change(record);
        done = true;
      }
    });
    EXPECT_TRUE(done);
    const StudyVerification result = verified(files);
    EXPECT_EQ(result.wrong, 1);
    return result.faults.empty() ? "none" : result.faults.front();
  };
  const auto best = [](CellRecord& record) -> VariantRecord& {
    const AnswerRecord& answer = record.answers.back();
    const auto run = std::ranges::find(record.runs, answer.read, &RunRecord::read);
    return *std::ranges::find(run->variants, answer.variant, &VariantRecord::name);
  };
  EXPECT_THAT(fault([&](CellRecord& r) { ++best(r).value; }), HasSubstr(": value: claimed "));
  EXPECT_THAT(fault([&](CellRecord& r) { --best(r).weight; }), HasSubstr(": weight: claimed "));
  EXPECT_THAT(fault([&](CellRecord& r) { best(r).feasible = false; }),
              HasSubstr(": feasible: claimed false, found true"));
  EXPECT_THAT(fault([](CellRecord& r) { r.answers.pop_back(); }),
              HasSubstr("answers: claimed all, found none of "));
  EXPECT_THAT(fault([](CellRecord& r) { r.answers.back().read = 77; }),
              HasSubstr(", read 77, found no such result"));
  EXPECT_THAT(fault([](CellRecord& r) { r.answers.back().bits += "0"; }),
              HasSubstr("bits: expected "));
  EXPECT_THAT(fault([](CellRecord& r) { r.runs.front().bits = "x"; }),
              HasSubstr("bits: expected "));
  EXPECT_THAT(fault([](CellRecord& r) { r.instance.n -= 8; }), HasSubstr("n: claimed "));
  EXPECT_THAT(fault([&](CellRecord& r) { r.runs.front().upper_bound = 1; }),
              HasSubstr("upper_bound: claimed 1, found a solution of "));
  EXPECT_THAT(fault([&](CellRecord& r) {  // another read is better than what is kept
                VariantRecord better = best(r);
                better.value += 5;
                RunRecord run = r.runs.front();
                run.read = 99;
                run.variants = {better};
                r.runs.push_back(run);
              }),
              HasSubstr(", found a better one of "));
}

TEST(VerifyStudy, ChecksTracesAndSolutionsOfMethods) {
  const StudyFiles files("instances = 'five.txt'\n[[run]]\nmethod = 'lha'\nseeds = '1..3'\n");
  run_small(files, files.file("out"));
  EXPECT_TRUE(verified(files).holds());
  EXPECT_EQ(verified(files).answers, 3);
  // Without answers, as older versions wrote them, the solution is in the run itself.
  change_records(files, [](CellRecord& record) { record.answers.clear(); });
  EXPECT_EQ(verified(files).without_answers, 3);
  EXPECT_EQ(verified(files).answers, 3);
  change_records(files, [](CellRecord& record) {
    if (record.seed == 2) ++record.runs[0].variants[0].value;
    if (record.seed == 3) record.runs[0].trace.emplace_back(1e9, 0);
  });
  const StudyVerification result = verified(files);
  EXPECT_EQ(result.wrong, 2);
  ASSERT_EQ(result.faults.size(), 2U);
  EXPECT_THAT(result.faults[0], HasSubstr("(five with lha): trace: claimed an end at "));
  EXPECT_THAT(result.faults[1], HasSubstr("(five with lha): trace: claimed values that rise"));
}

TEST(VerifyStudy, OfOlderRecordsChecksWhatTheyHave) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  change_records(files, [](CellRecord& record) { record.answers.clear(); });
  StudyVerification result = verified(files);
  EXPECT_TRUE(result.holds()) << testing::PrintToString(result.faults);
  EXPECT_EQ(result.without_answers, result.cells);
  EXPECT_EQ(result.answers, 2) << "of the methods, whose solutions are their raw answers";
  change_records(files, [](CellRecord& record) {
    if (record.method == "sa")
      record.runs[0].variants[0].feasible = !record.runs[0].variants[0].feasible;
  });
  result = verified(files);
  EXPECT_EQ(result.wrong, result.cells - 2);
  EXPECT_EQ(result.faults.size(), 10U) << "the first ones";
}

TEST(VerifyStudy, SaysWhatItCouldNotCheck) {
  const StudyFiles files;
  run_small(files, files.file("out"));
  const std::int64_t answers = verified(files).answers;
  files.write("five.txt", "five\n2\n1 2\n3\n\n0\n4\n2 3\n");
  StudyVerification result = verified(files);
  EXPECT_TRUE(result.holds());
  EXPECT_LT(result.answers, answers);
  EXPECT_THAT(result.unchecked,
              ElementsAre(std::pair(
                  files.file("five.txt") + ": the instance has changed since the study began",
                  std::int64_t{9})));
  std::filesystem::remove(files.file("five.txt"));
  result = verified(files);
  ASSERT_EQ(result.unchecked.size(), 1U);
  EXPECT_THAT(result.unchecked.begin()->first, HasSubstr("there is no file"));
  std::string text = files.read("out/records.jsonl");
  text[50] ^= 1;
  files.write("out/records.jsonl", text);
  EXPECT_EQ(verified(files).damaged, 1);
}

}  // namespace
}  // namespace spinsack::test
