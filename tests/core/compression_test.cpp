// SPDX-License-Identifier: Apache-2.0
#include "core/compression.hpp"

#include "core/error.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <string>

namespace spinsack::test {
namespace {

constexpr std::size_t plenty = std::size_t{1} << 24;

std::string pack(std::string_view path, std::string_view text, std::size_t piece = 1000) {
  std::string packed;
  const auto packer = make_packer(path, [&](std::string_view part) { packed += part; });
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
    packer->write(text.substr(0, piece));
  packer->finish();
  return packed;
}

// Large enough for several blocks of the packers' buffers, and not too compressible.
std::string long_text() {
  std::string text;
  std::uint32_t state = 1;
  while (text.size() < 2'000'000) {
    state = state * 1664525 + 1013904223;
    text += std::to_string(state) + '\n';
  }
  return text;
}

std::string error_for(const std::string& data, std::size_t limit = plenty) {
  try {
    (void)unpack("data.gz", data, limit);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

class Compression : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(BothKinds, Compression, testing::Values("x.gz", "x.xz"));

TEST_P(Compression, PackedTextUnpacksEqual) {
  for (const std::string& text : {std::string(), std::string("a"), long_text()}) {
    const std::string packed = pack(GetParam(), text);
    EXPECT_NE(packed, text);
    EXPECT_EQ(unpack("x", packed, plenty), text);
  }
}

TEST_P(Compression, PiecesDoNotMatter) {
  const std::string text = long_text().substr(0, 10'000);
  for (const std::size_t piece : {1U, 7U, 4096U, 100'000U})
    EXPECT_EQ(unpack("x", pack(GetParam(), text, piece), plenty), text);
}

TEST_P(Compression, JoinedFilesUnpackToJoinedTexts) {
  const std::string packed =
      pack(GetParam(), "one ") + pack(GetParam(), "") + pack(GetParam(), "two");
  EXPECT_EQ(unpack("x", packed, plenty), "one two");
}

TEST_P(Compression, PaddingOfZerosIsIgnored) {
  EXPECT_EQ(unpack("x", pack(GetParam(), "text") + std::string(512, '\0'), plenty), "text");
}

TEST_P(Compression, TruncatedDataIsRefusedAtEveryLength) {
  const std::string packed = pack(GetParam(), "some text that is long enough to matter");
  const std::size_t magic = GetParam() == std::string("x.gz") ? 2 : 6;
  for (std::size_t length = magic; length < packed.size(); ++length)
    EXPECT_NE(error_for(packed.substr(0, length)), "no error") << length;
}

TEST_P(Compression, DamagedDataIsRefused) {
  std::string packed = pack(GetParam(), long_text().substr(0, 50'000));
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  EXPECT_NE(error_for(packed), "no error");
  EXPECT_NE(error_for(pack(GetParam(), "text") + "rubbish"), "no error");
}

TEST_P(Compression, AnUnpackedSizeBeyondTheLimitIsRefused) {
  const std::string packed = pack(GetParam(), std::string(3'000'000, 'x'), 100'000);
  EXPECT_LT(packed.size(), 20'000U);
  EXPECT_EQ(error_for(packed, 1'000'000), "data.gz: unpacks to more than 1000000 bytes");
  EXPECT_EQ(unpack("x", packed, 3'000'000).size(), 3'000'000U);
}

TEST(CompressionByName, MessagesNameTheKind) {
  EXPECT_EQ(error_for("\x1f\x8b rubbish"), "data.gz: damaged or truncated gzip data");
  EXPECT_EQ(error_for(pack("x.xz", "text").substr(0, 20)), "data.gz: damaged or truncated xz data");
}

TEST(CompressionByName, AnythingElsePassesThrough) {
  EXPECT_EQ(pack("x.txt", "text"), "text");
  EXPECT_EQ(pack("gz", "text"), "text");
  EXPECT_EQ(unpack("x.gz", "text", plenty), "text");
  EXPECT_EQ(unpack("x.gz", "", plenty), "");
  EXPECT_EQ(unpack("x.gz", "\x1f", plenty), "\x1f");
}

TEST(CompressionByName, RandomBytesSurviveBothWays) {
  EXPECT_TRUE(always("unpack(pack(x)) == x", [] {
    const std::string text = any_bytes();
    must(unpack("x", pack("x.gz", text), plenty) == text);
    must(unpack("x", pack("x.xz", text), plenty) == text);
  }));
}

}  // namespace
}  // namespace spinsack::test
