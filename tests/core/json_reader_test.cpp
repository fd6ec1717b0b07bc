// SPDX-License-Identifier: Apache-2.0
#include "core/json_reader.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

std::string json_message(const std::string& text) {
  try {
    JsonReader json("f", text);
    json.skip();
    json.end("the value");
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(JsonReader, ReadsWhatIsAskedFor) {
  const std::string text =
      R"( {"n": 3, "name": "a\"\\\/\b\f\n\r\té€😀", "on": true, "e": -1.5e2, "list": [1, [], {}]} )";
  JsonReader json("f", text);
  std::string key;
  std::vector<std::string> keys;
  json.enter_object("an object");
  while (json.next_key(key)) {
    keys.push_back(key);
    if (key == "n")
      EXPECT_EQ(json.integer("n", 0, 9), 3);
    else if (key == "name")
      EXPECT_EQ(json.text("a name"), "a\"\\/\b\f\n\r\té€😀");
    else if (key == "on")
      EXPECT_TRUE(json.boolean("a switch"));
    else if (key == "e")
      EXPECT_EQ(json.real("e"), -150);
    else
      json.skip();
  }
  json.end("the object");
  EXPECT_EQ(keys, (std::vector<std::string>{"n", "name", "on", "e", "list"}));
}

TEST(JsonReader, DecodesEscapedCodePoints) {
  const std::string text = R"(["\u00e9\u20AC\ud83d\ude00", "\ud83d", "\ud83d\u0041"])";
  JsonReader json("f", text);
  json.enter_list("a list");
  ASSERT_TRUE(json.next_value());
  EXPECT_EQ(json.text("a text"), "é€😀");
  ASSERT_TRUE(json.next_value());
  EXPECT_EQ(json.text("a text"), "\uFFFD") << "half a pair";
  ASSERT_TRUE(json.next_value());
  EXPECT_EQ(json.text("a text"), "\uFFFD");
  EXPECT_FALSE(json.next_value());
}

TEST(JsonReader, PointsAtWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "f:1:1: expected a JSON value, found the end of the file"},
      {"[1, 2", "f:1:6: expected ',' or ']', found the end of the file"},
      {"[1 2]", "f:1:4: expected ',' or ']', found '2'"},
      {"[1,]", "f:1:4: expected a JSON value, found ']'"},
      {"[,1]", "f:1:2: expected a JSON value, found ','"},
      {"{\"a\" 1}", "f:1:6: expected ':', found '1'"},
      {"{a: 1}", "f:1:2: expected a name in quotes, found 'a'"},
      {"{\"a\":}", "f:1:6: expected a JSON value, found '}'"},
      {"{\"a\":1", "f:1:7: expected ',' or '}', found the end of the file"},
      {"{\"a", "f:1:2: expected a closing quote, found the end of the file"},
      {"\"a\nb\"", "f:1:3: expected no control character in a text, found '\\x0a'"},
      {"\"\\x\"", "f:1:2: expected an escape such as '\\n', found '\\x'"},
      {"\"\\u12g4\"", "f:1:4: expected four hexadecimal digits, found '12g4'"},
      {"\"\\u12", "f:1:4: expected four hexadecimal digits, found '12'"},
      {"[NaN]", "f:1:2: expected a JSON value, found 'NaN'"},
      {"\"a\xc3\"", "f:1:3: expected UTF-8 in a text, found '\\xc3'"},
      {"[\v1]", "f:1:2: expected a JSON value, found '\\x0b1'"},
      {"01", "f:1:1: expected a JSON value, found '01'"},
      {"1.", "f:1:1: expected a JSON value, found '1.'"},
      {"+1", "f:1:1: expected a JSON value, found '+1'"},
      {"1 1", "f:1:3: expected the end of the file after the value, found '1'"},
      {"\n\n  [tru]", "f:3:4: expected a JSON value, found 'tru'"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(json_message(text), message) << text;
}

TEST(JsonReader, KnowsWhereATextBeganWhateverItHolds) {
  const std::string text = R"(  "aé\n€" )";
  JsonReader json("f", text);
  EXPECT_EQ(json.text("a text"), "aé\n€");
  EXPECT_EQ(json.last(), 2U);
}

TEST(JsonReader, NestingCostsNoStack) {
  const std::string deep(3'000'000, '[');
  EXPECT_EQ(json_message(deep), "f:1:3000001: expected a JSON value, found the end of the file");
  EXPECT_EQ(json_message(deep + std::string(3'000'000, ']')), "");
}

TEST(JsonReader, MembersAreFoundByName) {
  const std::string text = R"({"a": [1, 2], "b": {"a": 3}})";
  JsonReader json("f", text);
  const JsonReader::Members members = json.members("an object");
  ASSERT_EQ(members.size(), 2U);
  JsonReader b("f", text, members.at("b"));
  EXPECT_EQ(b.members("b").size(), 1U);
  JsonReader twice("f", R"({"a":1,"a":2})");
  EXPECT_THROW(static_cast<void>(twice.members("an object")), InputError);
}

// Random edits of a document: accepted exactly when the library accepts it.
TEST(JsonReaderProperty, AcceptsWhatTheLibraryAccepts) {
  const std::string base = R"({"a":[0,-1.5e+3,true,null],"b":{"c":"x\n"},"d":[],"e":{}})";
  const std::string letters = "{}[],:\"\\ \t\v\f01.-+etrufalsn\xc3\xa9\xed\xff";
  Rng rng(8);
  for (int round = 0; round < 20000; ++round) {
    std::string text = base;
    for (std::int64_t edits = rng.integer(0, 2); edits > 0; --edits) {
      const auto place =
          static_cast<std::size_t>(rng.integer(0, static_cast<std::int64_t>(text.size()) - 1));
      const char letter = letters[static_cast<std::size_t>(
          rng.integer(0, static_cast<std::int64_t>(letters.size()) - 1))];
      if (rng.integer(0, 2) == 0)
        text.erase(place, 1);
      else if (rng.integer(0, 1) == 0)
        text.insert(place, 1, letter);
      else
        text[place] = letter;
    }
    ASSERT_EQ(json_message(text).empty(), nlohmann::json::accept(text)) << text;
  }
}

}  // namespace
}  // namespace spinsack
