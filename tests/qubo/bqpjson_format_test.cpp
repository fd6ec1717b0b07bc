// SPDX-License-Identifier: Apache-2.0
#include "qubo/bqpjson_format.hpp"

#include "qubo/form_support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace spinsack::test {
namespace {

QuadraticForm read(std::string text) { return read_text("bqpjson", std::move(text)); }

// Keys in the order that sorting gives, as LANL's own tool writes them: terms before ids.
std::string document(std::string_view scale, std::string_view domain, std::string_view linear,
                     std::string_view quadratic, std::string_view ids) {
  return fmt::format(
      R"({{"description": "d", "id": 0, "linear_terms": [{}], "metadata": {{"a": [1, {{}}]}},
"offset": 1.5, "quadratic_terms": [{}], "scale": {}, "solutions": [{{"id": 0, "assignment": []}}],
"variable_domain": "{}", "variable_ids": [{}], "version": "1.0.0"}})",
      linear, quadratic, scale, domain, ids);
}

constexpr std::string_view linear = R"({"coeff": 1.3, "id": 1}, {"coeff": -0.7, "id": 5})";
constexpr std::string_view quadratic =
    R"({"coeff": -0.2, "id_head": 3, "id_tail": 1}, {"coeff": 1.5, "id_head": 5, "id_tail": 1})";

TEST(BqpjsonFormat, ValueIsScaleTimesTheSumOfAll) {
  const QuadraticForm form = read(document("3", "spin", linear, quadratic, "1, 3, 5"));
  // s = (+1, -1, +1): 1.3 - 0.7 + 0.2 + 1.5 + 1.5 = 3.8
  EXPECT_NEAR(value_of(form, Bits{1, 0, 1}), 3 * 3.8, 1e-12);
  EXPECT_EQ(form.unit, 1);
  EXPECT_EQ(form.constant, 4.5);
}

TEST(BqpjsonFormat, FoldsAPowerOfTwoIntoTheUnit) {
  const QuadraticForm form = read(document("0.25", "boolean", linear, quadratic, "1, 3, 5"));
  EXPECT_EQ(form.unit, 0.25);
  EXPECT_EQ(form.pairs.value(0, 2), 1.5);
  EXPECT_EQ(form.linear[0], 1.3 / 4);
  EXPECT_EQ(form.constant, 1.5 / 4);
}

TEST(BqpjsonFormat, NumbersVariablesInTheOrderOfTheIds) {
  const QuadraticForm form = read(document("1", "boolean", linear, quadratic, "5, 1, 3"));
  EXPECT_TRUE(same_form(
      form, make_form(Vartype::binary, 1.5, {-0.7, 1.3, 0}, {{1, 2, -0.2}, {0, 1, 1.5}})));
}

TEST(BqpjsonFormat, SumsTermsGivenTwiceInEitherOrder) {
  const QuadraticForm form =
      read(document("1", "spin", R"({"id": 0, "coeff": 1}, {"id": 0, "coeff": 2})",
                    R"({"id_tail": 0, "id_head": 1, "coeff": 2.5}, )"
                    R"({"id_tail": 1, "id_head": 0, "coeff": 1.5})",
                    "0, 1"));
  EXPECT_TRUE(same_form(form, make_form(Vartype::spin, 1.5, {3, 0}, {{0, 1, 4}})));
}

TEST(BqpjsonFormat, WritesADocumentWithAllRequiredKeys) {
  const QuadraticForm form = make_form(Vartype::spin, 0.5, {0, 2, 0}, {{0, 2, 3}}, -0.5);
  const auto json = nlohmann::json::parse(written("bqpjson", form, {"first", "sec\"ond\n\xff"}));
  EXPECT_EQ(json["version"], "1.0.0");
  EXPECT_EQ(json["id"], 0);
  EXPECT_EQ(json["variable_domain"], "spin");
  EXPECT_EQ(json["variable_ids"], nlohmann::json({0, 1, 2}));
  EXPECT_EQ(json["scale"], 1);
  EXPECT_EQ(json["offset"], 0.5);
  EXPECT_EQ(json["linear_terms"].dump(), R"([{"coeff":2,"id":1}])");
  EXPECT_EQ(json["quadratic_terms"].dump(), R"([{"coeff":-1.5,"id_head":2,"id_tail":0}])");
  EXPECT_EQ(json["metadata"]["notes"], nlohmann::json({"first", "sec\"ond\n\ufffd"}));
}

TEST(BqpjsonFormat, PassesOverUnknownKeysAtAnyDepth) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  std::string text =
      document("1", "spin", R"({"id": 0, "x": {"id": [true, null]}, "coeff": 2})", "", "0");
  EXPECT_EQ(read(text).linear[0], 2);
  text.insert(1, "\"z\": " + deep + ", ");
  EXPECT_EQ(read(text).linear[0], 2);
}

TEST(BqpjsonFormat, PointsAtTheTokenThatIsWrong) {
  // Where the token stands last in the text, before the message.
  const auto expect = [](const std::string& text, std::string_view token,
                         std::string_view message) {
    const std::size_t place = text.rfind(token);
    const std::string before = text.substr(0, place);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    EXPECT_EQ(message_of([&] { read(text); }),
              fmt::format("file:{}:{}: {}", line, place - (before.rfind('\n') + 1) + 1, message));
  };
  const auto with_scale = [](std::string_view scale) {
    return document(scale, "spin", "", "", "0");
  };
  const auto with_term = [](std::string_view term) { return document("1", "spin", term, "", "0"); };
  expect(with_scale("-1"), "-1", "expected a scale of at least 0, found -1");
  expect(with_scale("true"), "true", "expected a number for 'scale', found true");
  expect(with_scale("false"), "false", "expected a number for 'scale', found false");
  expect(with_scale("null"), "null", "expected a number for 'scale', found null");
  expect(with_scale("1e999"), "1e999",
         "expected a number within the range of a double, found '1e999'");
  expect(with_scale(R"("a\"b")"), R"("a\"b")", "expected a number for 'scale', found a string");
  expect(with_term(R"({"coeff": 1, "id": 1.75})"), "1.75",
         "expected an id, an integer of at least 0, found '1.75'");
  expect(with_term(R"({"coeff": "nine", "id": 1})"), "\"nine\"",
         "expected a number for 'coeff', found a string");
  expect(with_term(R"({"coeff": 5, "coeff": 6})"), "\"coeff\"",
         "expected each key once, found 'coeff' again");
  expect(with_term(R"({"coeff": 5})"), "}], \"meta", "expected 'id' in the term");
  expect(with_term(R"({"id": 8, "coeff": 5})"), "{\"id\": 8",
         "expected ids from variable_ids, found 8");
  expect(document("1", "spin", "", "", "7, 12, 034"), "034], ",
         "expected an id, an integer of at least 0, found '034'");
  expect(with_scale("1").substr(0, 136), "\"soluti",
         "expected a closing quote, found the end of the file");
  expect(with_scale("]"), "], \"sol", "expected a number for 'scale', found ']'");
  expect(with_scale("1, ]"), "], \"sol", "expected a name in quotes, found ']'");
  expect(with_scale("flase"), "flase", "expected a number for 'scale', found 'flase'");
  expect(document("1", "spin", "", "", "7, 12, 7"), "7], ", "expected each id once, found 7 again");
}

TEST(BqpjsonFormat, ReadsEveryDoubleItWrites) {
  const double most = 1e290;
  const QuadraticForm form =
      make_form(Vartype::binary, 5e-324, {most, 0x1p70, 0.1}, {{0, 1, -1e-300}, {1, 2, 0x1p64}});
  EXPECT_TRUE(same_form(read(written("bqpjson", form)), form));
}

}  // namespace
}  // namespace spinsack::test
