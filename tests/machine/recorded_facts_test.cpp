// SPDX-License-Identifier: Apache-2.0
#include "machine/recorded_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace spinsack {
namespace {

TEST(RecordedFacts, HaveOneShape) {
  const auto without =
      nlohmann::json::parse(recorded_facts(R"({"name":"x","limits":{"a":[1, 2]}})", ""));
  EXPECT_EQ(without["hello"]["name"], "x");
  EXPECT_EQ(without["hello"]["limits"]["a"][1], 2);
  EXPECT_FALSE(without.contains("request"));
  const auto with = nlohmann::json::parse(recorded_facts(R"({"name":"x"})", R"({"version": 7 })"));
  EXPECT_EQ(with["hello"]["name"], "x");
  EXPECT_EQ(with["request"]["version"], 7);
  EXPECT_FALSE(with.contains("wrong_energies"));
  EXPECT_EQ(nlohmann::json::parse(recorded_facts("{}", "", 3))["wrong_energies"], 3);
}

TEST(RecordedFacts, AreBounded) {
  nlohmann::json hello{{"name", "talkative"}, {"state", std::string(1 << 20, 'x')}};
  for (int k = 0; k < 10'000; ++k) hello["member" + std::to_string(k)] = std::string(100, 'y');
  const std::string text = recorded_facts(hello.dump(), hello.dump());
  EXPECT_LT(text.size(), 20'000U);
  const auto facts = nlohmann::json::parse(text);
  EXPECT_FALSE(facts["hello"].contains("state"));
  EXPECT_FALSE(facts["hello"]["left_out"].empty());
}

}  // namespace
}  // namespace spinsack
