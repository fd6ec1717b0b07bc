// SPDX-License-Identifier: Apache-2.0
// What QuickGzip packs, zlib unpacks, checksum and all.
#include "core/quick_gzip.hpp"

#include "core/compression.hpp"
#include "core/rng.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

namespace spinsack {
namespace {

std::string packed(std::string_view text, std::size_t piece, std::string_view anchors = "]p\n") {
  std::string out;
  QuickGzip packer(anchors, [&](std::string_view bytes) { out += bytes; });
  for (std::size_t at = 0; at < text.size(); at += piece) packer.write(text.substr(at, piece));
  packer.finish();
  return out;
}

void expect_same(std::string_view text, std::size_t piece = 1 << 16) {
  EXPECT_EQ(unpack("packed", packed(text, piece), std::size_t{1} << 30), text) << text.size();
}

std::string terms(int count) {
  std::string text = "{\"polynomial\":[";
  Rng rng(3);
  for (int i = 0; i < count; ++i)
    text += fmt::format("{}[{},{},{}]", i == 0 ? "" : ",", i / 300, i % 300,
                        static_cast<int>(rng.bits32() % 5000) - 900);
  return text + "]}\n";
}

TEST(QuickGzip, KeepsEveryText) {
  expect_same("");
  expect_same("x");
  expect_same(std::string(1, '\0'));
  for (const std::size_t size : {257U, 131072U, 131073U, 163840U, 163841U, 1000000U})
    expect_same(std::string(size, ']'));
  Rng rng(1);
  for (const std::size_t size : {1000U, 200000U}) {
    std::string text;
    for (std::size_t k = 0; k < size; ++k) text += static_cast<char>(rng.bits32());
    expect_same(text);
    for (char& c : text) c = "]p\n0"[static_cast<unsigned char>(c) % 4];
    expect_same(text);
    for (char& c : text) c = c == ']' ? '0' : c;  // anchors further apart than the window
    text[1] = text[size - 1] = ']';
    expect_same(text);
  }
  const std::string body = terms(40000);
  for (const std::size_t piece : {1U, 7U, 65536U, 1U << 20}) expect_same(body, piece);
}

// One symbol outweighs all others by more than the longest code allows for.
TEST(QuickGzip, KeepsTextsWhoseCodesWouldBeTooLong) {
  std::string text;
  std::size_t count = 1;
  for (char c = 'a'; c <= 'w'; ++c, count = std::min<std::size_t>(2 * count, 60000))
    text += std::string(count, c);
  expect_same(text);
}

TEST(QuickGzip, IsAsSmallAsTheFastestLevelOfZlib) {
  const std::string body = terms(60000);
  uLongf size = compressBound(body.size());
  std::string by_zlib(size, '\0');
  ASSERT_EQ(compress2(reinterpret_cast<Bytef*>(by_zlib.data()), &size,
                      reinterpret_cast<const Bytef*>(body.data()), body.size(), 1),
            Z_OK);
  EXPECT_LT(packed(body, 1 << 16).size(), size);
}

TEST(QuickGzip, LetsOthersGoOnAtAMark) {
  const std::string body = terms(40000);
  const std::string_view begun = std::string_view(body).substr(0, body.size() - 2);
  std::string out;
  QuickGzip packer("]p\n", [&](std::string_view bytes) { out += bytes; });
  packer.write(begun);
  const QuickGzip::Mark mark = packer.mark();
  EXPECT_EQ(mark.bytes, std::ssize(out));
  EXPECT_EQ(mark.text_bytes, std::ssize(begun));
  packer.write("}\n");
  packer.finish();
  EXPECT_EQ(unpack("packed", out, 1 << 30), body);
  // A stored block of others, the last one, with the checksum of both.
  const std::string more = ",\"timeout\":1000}";
  std::string joined = out.substr(0, static_cast<std::size_t>(mark.bytes));
  const auto size = static_cast<std::uint16_t>(more.size());
  for (const int byte : {1, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255})
    joined += static_cast<char>(byte);
  joined += more;
  const auto crc = static_cast<std::uint32_t>(
      crc32(mark.crc32, reinterpret_cast<const Bytef*>(more.data()), size));
  const auto length = static_cast<std::uint32_t>(begun.size() + more.size());
  for (const std::uint32_t word : {crc, length})
    for (int k = 0; k < 4; ++k) joined += static_cast<char>(word >> (8 * k));
  EXPECT_EQ(unpack("joined", joined, 1 << 30), std::string(begun) + more);
}

}  // namespace
}  // namespace spinsack
