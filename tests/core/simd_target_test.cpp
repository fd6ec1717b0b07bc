// SPDX-License-Identifier: Apache-2.0
#include "core/simd_target.hpp"

#include "core/error.hpp"
#include "record/record.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

TEST(Simd, ListsTheSameWhateverIsInUse) {
  const std::vector<std::string> all = simd_targets();
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(simd_target_in_use(), all.front());
  for (const std::string& target : all) {
    use_simd_target(target);
    EXPECT_EQ(simd_targets(), all);
    EXPECT_EQ(simd_target_in_use(), target) << "to list is not to choose";
    EXPECT_EQ(this_environment().simd, target) << "records name what did the work";
  }
  use_simd_target("auto");
  EXPECT_EQ(simd_target_in_use(), all.front());
}

TEST(Simd, RefusesUnknownInstructionSetsAndKeepsItsOwn) {
  const std::string last = simd_targets().back();
  use_simd_target(last);
  EXPECT_THROW(use_simd_target("avx1024"), UsageError);
  EXPECT_EQ(simd_target_in_use(), last);
  use_simd_target("auto");
}

}  // namespace
}  // namespace spinsack
