// SPDX-License-Identifier: Apache-2.0
#include "core/line_reader.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/file_pieces.hpp"
#include "support/temporary_directory.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>

namespace spinsack::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> lines_of_file(const std::string& path) {
  std::vector<std::string> lines;
  for (LineReader reader(path); reader.next();) {
    EXPECT_EQ(reader.number(), static_cast<std::int64_t>(lines.size()) + 1);
    lines.emplace_back(reader.line());
  }
  return lines;
}

TEST(LineReader, GivesEveryLine) {
  const TemporaryDirectory place;
  place.write("f", "one\n\nthree\r\nlast");
  EXPECT_THAT(lines_of_file(place.file("f")), ElementsAre("one", "", "three\r", "last"));
  LineReader reader(place.file("f"));
  std::vector<std::int64_t> offsets;
  std::vector<bool> finished;
  while (reader.next()) {
    offsets.push_back(reader.offset());
    finished.push_back(reader.finished());
  }
  EXPECT_THAT(offsets, ElementsAre(0, 4, 5, 12));
  EXPECT_THAT(finished, ElementsAre(true, true, true, false));
  EXPECT_FALSE(reader.next());
  place.write("empty", "");
  EXPECT_THAT(lines_of_file(place.file("empty")), IsEmpty());
  place.write("marked", "\xef\xbb\xbfone\n");
  EXPECT_THAT(lines_of_file(place.file("marked")), ElementsAre("one"));
}

// Lines of all lengths around the size of the blocks that are read, each found again by its offset.
TEST(LineReader, PutsLinesTogetherAcrossBlocks) {
  const TemporaryDirectory place;
  std::string text;
  std::vector<std::string> expected;
  for (const std::size_t size : {262143U, 0U, 262144U, 1U, 262145U, 700000U, 5U}) {
    expected.emplace_back(size, static_cast<char>('a' + expected.size()));
    text += expected.back() + '\n';
  }
  place.write("f", text);
  EXPECT_EQ(lines_of_file(place.file("f")), expected);
  write_file(place.file("g.gz"), [&](TextWriter& out) { out.text(text); });
  EXPECT_EQ(lines_of_file(place.file("g.gz")), expected);
  FilePieces pieces({place.file("f"), place.file("g.gz")});
  for (LineReader reader(place.file("f")); reader.next();)
    for (const std::size_t file : {0U, 1U})
      EXPECT_EQ(pieces.read(file, reader.offset(), reader.line().size()), reader.line());
}

TEST(LineReader, KeepsTheBeginningOfALineThatIsTooLong) {
  const TemporaryDirectory place;
  place.write("f", "short\n" + std::string(2'000'000, 'x') + "\nafter\n");
  LineReader reader(place.file("f"), 100'000);
  ASSERT_TRUE(reader.next());
  EXPECT_FALSE(reader.too_long());
  ASSERT_TRUE(reader.next());
  EXPECT_TRUE(reader.too_long());
  EXPECT_TRUE(reader.finished());
  EXPECT_EQ(reader.line().substr(0, 3), "xxx");
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), "after");
  EXPECT_EQ(reader.number(), 3);
  EXPECT_EQ(reader.offset(), 2'000'007);
  EXPECT_FALSE(reader.next());
}

TEST(SlowLineReader, GoesBeyondFourGigabytes) {
  const TemporaryDirectory place;
  constexpr std::int64_t hole = (std::int64_t{4} << 30) + 5;
  place.write("f", "first\n");
  std::filesystem::resize_file(place.file("f"), hole);  // zeros that take no room
  std::ofstream(place.file("f"), std::ios::app) << "\nlast\n";
  LineReader reader(place.file("f"), 1'000'000);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), "first");
  ASSERT_TRUE(reader.next());
  EXPECT_TRUE(reader.too_long());
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.line(), "last");
  EXPECT_EQ(reader.offset(), hole + 1);
}

TEST(LineReader, NeedsAFile) {
  const TemporaryDirectory place;
  EXPECT_THROW(LineReader(place.file("none")), FileError);
  EXPECT_THROW(LineReader(place.path().string()), FileError);
}

TEST(FilePieces, AreOfAnyNumberOfFiles) {
  const TemporaryDirectory place;
  std::vector<std::string> paths;
  for (int i = 0; i < 300; ++i) {
    place.write(std::to_string(i), fmt::format("{:03}-{:03}", i, i));
    paths.push_back(place.file(std::to_string(i)));
  }
  FilePieces pieces(paths);
  for (int round = 0; round < 2; ++round)
    for (std::size_t i = 0; i < paths.size(); ++i)
      EXPECT_EQ(pieces.read(i, 3, 4), fmt::format("-{:03}", i));
  EXPECT_THROW(static_cast<void>(pieces.read(0, 5, 9)), FileError);
  FilePieces missing({place.file("none")});
  EXPECT_THROW(static_cast<void>(missing.read(0, 0, 1)), FileError);
}

}  // namespace
}  // namespace spinsack::test
