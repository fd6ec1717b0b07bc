// SPDX-License-Identifier: Apache-2.0
#include "record/shard.hpp"

#include "core/error.hpp"
#include "study/study_support.hpp"

namespace spinsack::test {
namespace {

TEST(Shard, OwnsEveryCellOnce) {
  for (const int count : {1, 2, 7})
    for (std::size_t cell = 0; cell < 30; ++cell) {
      int owners = 0;
      for (int number = 1; number <= count; ++number)
        owners += Shard{number, count}.owns(cell) ? 1 : 0;
      EXPECT_EQ(owners, 1);
    }
}

TEST(Shard, IsReadFromText) {
  EXPECT_EQ(parse_shard("2/8").number, 2);
  EXPECT_EQ(parse_shard("2/8").count, 8);
  EXPECT_TRUE(parse_shard("1/1").whole());
  const auto refusal = [](const std::string& text) {
    return message_of<UsageError>([&] { static_cast<void>(parse_shard(text)); });
  };
  EXPECT_EQ(refusal("3"), "--shard: expected i/N such as 2/8, found '3'");
  EXPECT_EQ(refusal("0/3"), "--shard: expected an integer in 1..3, found '0'");
  EXPECT_EQ(refusal("4/3"), "--shard: expected an integer in 1..3, found '4'");
  EXPECT_EQ(refusal("1/0"), "--shard: expected an integer in 1..1000000, found '0'");
  EXPECT_EQ(refusal("a/3"), "--shard: expected an integer in 1..3, found 'a'");
  EXPECT_EQ(refusal("1/3/5"), "--shard: expected an integer in 1..1000000, found '3/5'");
}

}  // namespace
}  // namespace spinsack::test
