// SPDX-License-Identifier: Apache-2.0
#include "instance/missing.hpp"

#include "core/error.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace spinsack {
namespace {

TEST(NearestInstance, APublishedOneIsFoundWithoutItsSuite) {
  EXPECT_EQ(nearest_instance("1000_75_5"), "large:1000_75_5");
  EXPECT_EQ(nearest_instance("100_25_1"), "medium:100_25_1");
  EXPECT_EQ(nearest_instance("1000_75-5"), "large:1000_75_5");
}

TEST(NearestInstance, APublishedOneIsFoundBehindASlip) {
  EXPECT_EQ(nearest_instance("lrge:1000_75_5"), "large:1000_75_5");
  EXPECT_EQ(nearest_instance("medum:100_25_1"), "medium:100_25_1");
  EXPECT_EQ(nearest_instance("large;1000_75_5"), "large:1000_75_5");
}

TEST(NearestInstance, APublishedOneIsFoundByTheNameOfItsFile) {
  EXPECT_EQ(nearest_instance("jeu_100_25_1.txt"), "medium:100_25_1");
  EXPECT_EQ(nearest_instance("1000_75_5.txt"), "large:1000_75_5");
}

TEST(NearestInstance, AFileIsFoundInItsDirectory) {
  const test::TemporaryDirectory folder;
  folder.write("knapsack.txt", "");
  folder.write("other.txt", "");
  std::filesystem::create_directory(folder.path() / "knapsak.tx");  // no file, so never meant
  EXPECT_EQ(nearest_instance(folder.file("knapsak.txt")), folder.file("knapsack.txt"));
  EXPECT_EQ(nearest_instance(folder.file("nothing/knapsack.txt")), "");
}

TEST(NearestInstance, NothingNearIsNothing) {
  EXPECT_EQ(nearest_instance("some quite different name"), "");
  EXPECT_EQ(nearest_instance(std::string(5000, 'x')), "");
  EXPECT_EQ(nearest_instance(""), "");
}

TEST(MissingInstance, IsRefusedWithTheNearestName) {
  EXPECT_NO_THROW(refuse_missing_instance("-"));
  EXPECT_NO_THROW(refuse_missing_instance("/"));
  try {
    refuse_missing_instance("1000_75_5");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(),
                 "1000_75_5: cannot open: No such file or directory; did you mean "
                 "'large:1000_75_5'?");
  }
}

}  // namespace
}  // namespace spinsack
