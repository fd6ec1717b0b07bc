// SPDX-License-Identifier: Apache-2.0
#include "core/growing_file.hpp"

#include "core/error.hpp"
#include "support/file_size_limit.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

namespace spinsack::test {
namespace {

using Sharing = GrowingFile::Sharing;

TEST(GrowingFile, GrowsByLines) {
  const TemporaryDirectory place;
  for (const char* const line : {"one\n", "two\n"}) {
    GrowingFile file(place.file("f"));
    EXPECT_EQ(file.drop_unfinished_line(), 0);
    file.append(line, "a line");
    file.sync("a line");
  }
  EXPECT_EQ(place.read("f"), "one\ntwo\n");
}

TEST(GrowingFile, FindsTheLastLineEndFromTheEnd) {
  const TemporaryDirectory place;
  // Around the borders of the blocks that are read.
  for (const std::size_t rest : {0U, 1U, 65535U, 65536U, 65537U, 200000U})
    for (const std::string& good :
         {std::string(), std::string("a\nb\n"), std::string(70000, '\n')}) {
      place.write("f", good + std::string(rest, 'x'));
      GrowingFile file(place.file("f"));
      EXPECT_EQ(file.drop_unfinished_line(), static_cast<std::int64_t>(rest));
      EXPECT_EQ(place.read("f"), good);
      file.append("next\n", "a line");
      EXPECT_EQ(place.read("f"), good + "next\n");
    }
}

TEST(GrowingFile, HasOneHolderOrSeveralThatShare) {
  const TemporaryDirectory place;
  GrowingFile one(place.file("f"));
  GrowingFile two(place.file("f"));
  EXPECT_TRUE(one.lock(Sharing::with_others));
  EXPECT_TRUE(two.lock(Sharing::with_others));
  EXPECT_FALSE(two.lock(Sharing::alone));
  {
    GrowingFile three(place.file("g"));
    EXPECT_TRUE(three.lock(Sharing::alone));
    GrowingFile four(place.file("g"));
    EXPECT_FALSE(four.lock(Sharing::with_others));
  }
  GrowingFile five(place.file("g"));
  EXPECT_TRUE(five.lock(Sharing::alone));
}

TEST(GrowingFile, TakesAWholeLineOrNothingOfIt) {
  const TemporaryDirectory place;
  GrowingFile file(place.file("f"));
  file.drop_unfinished_line();
  file.append("first\n", "a line");
  {
    const FileSizeLimit limit(10);
    try {
      file.append("second, which is longer\n", "a line");
      FAIL();
    } catch (const FileError& error) {
      EXPECT_EQ(error.what(), place.file("f") + ": cannot write a line: File too large");
    }
  }
  EXPECT_EQ(place.read("f"), "first\n");
  file.append("third\n", "a line");
  EXPECT_EQ(place.read("f"), "first\nthird\n");
}

TEST(GrowingFile, NeedsAPlace) {
  const TemporaryDirectory place;
  EXPECT_THROW(GrowingFile(place.file("none/f")), FileError);
  EXPECT_THROW(GrowingFile(place.path().string()), FileError);
}

}  // namespace
}  // namespace spinsack::test
