// SPDX-License-Identifier: Apache-2.0
#include "study/recent_work.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

CellRecord record_at(int second, double seconds) {
  CellRecord record;
  record.started = fmt::format("2024-03-01T12:{:02}:{:02}Z", second / 60, second % 60);
  record.runs.emplace_back().seconds = seconds;
  return record;
}

TEST(RecentWork, SaysNothingWithoutRecords) { EXPECT_FALSE(RecentWork().speed()); }

// Ten cells of 9 s one behind the other, each with the second that its time may be off: 100 s.
TEST(RecentWork, CountsCellsAndHowManyAtATime) {
  RecentWork one;
  for (int k = 0; k < 10; ++k) one.add(record_at(10 * k, 9));
  ASSERT_TRUE(one.speed());
  EXPECT_DOUBLE_EQ(one.speed()->cells_per_second, 0.1);
  EXPECT_DOUBLE_EQ(one.speed()->at_once, 0.9);
  RecentWork three;
  for (int k = 0; k < 30; ++k) three.add(record_at(10 * (k % 10), 9));
  EXPECT_DOUBLE_EQ(three.speed()->cells_per_second, 0.3);
  EXPECT_DOUBLE_EQ(three.speed()->at_once, 2.7);
}

TEST(RecentWork, LeavesPausesOut) {
  RecentWork work;
  for (int k = 0; k < 5; ++k) work.add(record_at(10 * k, 9));
  for (int k = 0; k < 5; ++k) work.add(record_at(2000 + 10 * k, 9));
  EXPECT_DOUBLE_EQ(work.speed()->cells_per_second, 0.1);
}

TEST(RecentWork, ForgetsWhatIsLongAgo) {
  RecentWork work(5);
  for (int k = 0; k < 5; ++k) work.add(record_at(2000 + 2 * k, 1));  // 10 s in all
  for (int k = 0; k < 50; ++k) work.add(record_at(k, 30));           // any order
  EXPECT_DOUBLE_EQ(work.speed()->cells_per_second, 0.5);
}

TEST(RecentWork, TakesNoTimeThatIsNone) {
  RecentWork work;
  CellRecord record = record_at(0, 1);
  for (const char* time :
       {"", "yesterday", "2024-02-30T12:00:00Z", "2024-03-01T25:00:00Z", "2024-03-01 12:00:00Z",
        "2024-03-01T12:00:0xZ", "-024-03-01T12:00:00Z"}) {
    record.started = time;
    work.add(record);
    EXPECT_FALSE(seconds_since_epoch(time)) << time;
  }
  EXPECT_FALSE(work.speed());
  EXPECT_EQ(seconds_since_epoch("1970-01-02T00:00:01Z"), 86401);
  EXPECT_EQ(seconds_since_epoch("2024-03-01T12:00:00Z"), 1709294400);
}

}  // namespace
}  // namespace spinsack::test
