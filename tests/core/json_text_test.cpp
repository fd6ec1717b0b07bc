// SPDX-License-Identifier: Apache-2.0
#include "core/json_text.hpp"

#include "core/rng.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <string>

namespace spinsack {
namespace {

TEST(JsonText, EscapesWhatItMust) {
  EXPECT_EQ(json_string("a\"b\\c/\n\x01\x7fé😀"), "\"a\\\"b\\\\c/\\n\\u0001\x7fé😀\"");
  EXPECT_EQ(json_ascii_string("\x7fé😀"), "\"\\u007f\\u00e9\\ud83d\\ude00\"");
  EXPECT_EQ(json_string("\xff"), "\"\uFFFD\"");
}

// Pieces of characters in any order: the same bytes as the library writes.
TEST(JsonTextProperty, WritesWhatTheLibraryWrites) {
  using Json = nlohmann::json;
  constexpr std::array<std::string_view, 22> pieces{"a",
                                                    "\"",
                                                    "\\",
                                                    "\n",
                                                    "\x1f",
                                                    "\x7f",
                                                    "\xc3\xa9",
                                                    "\xf0\x9f\x98\x80",
                                                    "\xed\xa0\x80",
                                                    "\xc3",
                                                    "\xe0",
                                                    "\xed",
                                                    "\xf0",
                                                    "\xf4",
                                                    "\x80",
                                                    "\x90",
                                                    "\xa0",
                                                    "\xbf",
                                                    "\xc0",
                                                    "\xf5",
                                                    "\xff",
                                                    "\b"};
  Rng rng(5);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::int64_t k = rng.integer(0, 6); k > 0; --k)
      text += pieces[static_cast<std::size_t>(rng.integer(0, pieces.size() - 1))];
    ASSERT_EQ(json_string(text), Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
    ASSERT_EQ(json_ascii_string(text),
              Json(text).dump(-1, ' ', true, Json::error_handler_t::replace));
  }
}

TEST(JsonText, KeepsTheDigitsOfParametersThatAreNumbers) {
  EXPECT_EQ(
      json_parameters({{"a", "1e-3"}, {"b", "auto"}, {"c", "01"}, {"d", "-7"}, {"e", "1e999"}})
          .line(),
      R"({"a":1e-3,"b":"auto","c":"01","d":-7,"e":"1e999"})");
}

}  // namespace
}  // namespace spinsack
