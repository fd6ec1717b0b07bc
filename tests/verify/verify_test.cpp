// SPDX-License-Identifier: Apache-2.0
#include "verify/verify.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

// Profits 5, 3, 4; weights 2, 3, 4; p_01 = 2, p_12 = 1; C = 5. Items 0 and 1: value 10, weight 5.
QkpInstance three_items(std::string name = "three") {
  QkpInstance::Data data;
  data.name = std::move(name);
  data.profit = {5, 3, 4};
  data.weight = {2, 3, 4};
  data.capacity = 5;
  SymmetricRowsBuilder pairs(3);
  pairs.add(0, 1, std::int64_t{2});
  pairs.add(2, 1, std::int64_t{1});
  data.pair_profit = std::move(pairs).finish();
  return QkpInstance(std::move(data));
}

const std::string good =
    R"({"instance":"three","n":3,"capacity":5,"value":10,"weight":5,"feasible":true,)"
    R"("items":[0,1],"upper_bound":12,"gap":0.16666666666666666,"proven_optimal":false,)"
    R"("trace":[[0.0,4],[0.1,10]]})";

std::string with(std::string text, std::string_view from, std::string_view to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

std::vector<Verification> check(const std::string& text) {
  const std::vector<QkpInstance> instances{three_items()};
  return verify(instances, {"r.json", text});
}

TEST(Verify, AcceptsATrueResult) {
  const auto result = check(good + "\n");
  ASSERT_EQ(result.size(), 1U);
  EXPECT_TRUE(result[0].holds());
  EXPECT_GE(result[0].checks.size(), 9U);
}

TEST(Verify, FindsEveryFalseClaim) {
  const std::pair<const char*, const char*> lies[] = {
      {R"("n":3)", R"("n":4)"},
      {R"("capacity":5)", R"("capacity":6)"},
      {R"("value":10)", R"("value":11)"},
      {R"("value":10)", R"("value":"10")"},
      {R"("weight":5)", R"("weight":4)"},
      {R"("feasible":true)", R"("feasible":false)"},
      {"[0,1]", "[0,0,1]"},
      {"[0,1]", "[0,3]"},
      {"[0,1]", "[-1,1]"},
      {"[0,1]", "[0.5,1]"},
      {"[0,1]", "7"},
      {"[0,1]", "[0,2]"},
      {R"("upper_bound":12)", R"("upper_bound":9)"},
      {"0.16666666666666666", "0.1"},
      {R"("proven_optimal":false)", R"("proven_optimal":true)"},
      {"[0.1,10]", "[0.1,3]"},
      {"[0.1,10]", "[0.1,9]"},
      {R"("value":10,)", ""},
  };
  for (const auto& [from, to] : lies) {
    const auto result = check(with(good, from, to));
    ASSERT_EQ(result.size(), 1U);
    EXPECT_FALSE(result[0].holds()) << from << " -> " << to;
  }
}

// Doubles cannot tell 2^53 from the number after it.
TEST(Verify, ComparesDigitByDigit) {
  QkpInstance::Data data;
  data.name = "large";
  data.profit = {9007199254740993};
  data.weight = {1};
  data.capacity = 1;
  data.pair_profit = SymmetricRowsBuilder(1).finish();
  const std::vector<QkpInstance> instances{QkpInstance(std::move(data))};
  const auto holds = [&](const std::string& value, const std::string& bound, bool proven) {
    const std::string line = R"({"n":1,"capacity":1,"items":[0],"weight":1,"value":)" + value +
                             R"(,"upper_bound":)" + bound + R"(,"proven_optimal":)" +
                             (proven ? "true" : "false") + R"(,"trace":[[0,)" + value + "]]}";
    return verify(instances, {"r.json", line}).front().holds();
  };
  EXPECT_TRUE(holds("9007199254740993", "9007199254740993", true));
  EXPECT_TRUE(holds("9007199254740993", "9007199254740994", false));
  EXPECT_FALSE(holds("9007199254740993", "9007199254740994", true)) << "not the same";
  EXPECT_FALSE(holds("9007199254740993", "9007199254740992", true)) << "below the value";
  EXPECT_FALSE(holds("9007199254740992", "9007199254740993", true));
}

// What went through a double elsewhere is as near as a double can be.
TEST(Verify, AllowsDoublesForDecimals) {
  QkpInstance::Data data;
  data.name = "tenth";
  data.profit = {1};
  data.profit_digits = 1;
  data.weight = {1};
  data.capacity = 1;
  data.pair_profit = SymmetricRowsBuilder(1).finish();
  const std::vector<QkpInstance> instances{QkpInstance(std::move(data))};
  for (const auto& [value, good] : {std::pair("0.1", true), std::pair("0.10000000000000001", true),
                                    std::pair("1e-1", true), std::pair("0.11", false)})
    EXPECT_EQ(
        verify(instances, {"r", std::string(R"({"n":1,"capacity":1,"items":[0],"weight":1,)") +
                                    R"("value":)" + value + "}"})
            .front()
            .holds(),
        good)
        << value;
}

TEST(Verify, MatchesLinesByName) {
  const std::vector<QkpInstance> instances{three_items("a"), three_items("b")};
  const std::string b = with(good, "\"three\"", "\"b\"");
  EXPECT_EQ(verify(instances, {"r", b + "\n\n" + b + "\n"}).size(), 2U);
  EXPECT_THROW((void)verify(instances, {"r", good}), InputError);
  EXPECT_THROW((void)verify(instances, {"r", with(b, "\"b\"", "7")}), InputError);
}

TEST(Verify, ReadsSolutionFiles) {
  EXPECT_TRUE(check("# a comment\n0\n1\n")[0].holds());
  EXPECT_TRUE(check("110\n")[0].holds());
  EXPECT_TRUE(check("1 1 0\n")[0].holds());
  EXPECT_FALSE(check("0 1 2\n")[0].holds());  // too heavy
  EXPECT_THROW((void)check("0 0\n"), InputError);
  EXPECT_THROW((void)check("3\n"), InputError);
  EXPECT_THROW((void)check("x\n"), InputError);
}

TEST(Verify, RefusesWhatIsNoResult) {
  EXPECT_THROW((void)check(""), InputError);
  EXPECT_THROW((void)check("{\n}\n"), InputError);
  try {
    (void)check(good + "\n\n{\"n\":\n");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "r.json:3:1: expected a JSON object on one line, found '{\"n\":'");
  }
}

}  // namespace
}  // namespace spinsack
