// SPDX-License-Identifier: Apache-2.0
// The formats that are bodies of requests: amplify and da.
#include "qubo/form_support.hpp"
#include "qubo/request_json.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace spinsack::test {
namespace {

const QuadraticForm form = make_form(Vartype::binary, -1.5, {2, 0, 0}, {{0, 1, -3}, {1, 2, 0.25}});

TEST(AmplifyFormat, WritesABodyThatOtherMembersCanJoin) {
  const std::string text = written("amplify", form);
  EXPECT_EQ(text, "{\"polynomial\":[[0,0,2],[0,1,-3],[1,2,0.25],[2,2,0]],\"constant\":-1.5}\n");
  EXPECT_TRUE(nlohmann::json::accept(text));
}

TEST(AmplifyFormat, ReadsShortTermsAndPassesOverTheRest) {
  EXPECT_TRUE(same_form(
      read_text("amplify", R"({"timeout": 5, "polynomial": [[1, 0, -3], [0, 2], [-2], [1, 2, 0.25]],
                               "outputs": {"sort": [true, null]}, "constant": 0.5})"),
      form));
}

TEST(DaFormat, NamesEveryVariable) {
  const std::string text = written("da", form);
  EXPECT_EQ(text,
            "{\"binary_polynomial\":{\"terms\":[{\"c\":-1.5,\"p\":[]},{\"c\":2,\"p\":[0]},"
            "{\"c\":-3,\"p\":[0,1]},{\"c\":0,\"p\":[1]},{\"c\":0.25,\"p\":[1,2]},"
            "{\"c\":0,\"p\":[2]}]}}\n");
  EXPECT_TRUE(nlohmann::json::accept(text));
}

TEST(DaFormat, ReadsTheLongNamesToo) {
  EXPECT_TRUE(
      same_form(read_text("da", R"({"fujitsuDA3": {"num_run": 16}, "binary_polynomial": {"terms": [
          {"coefficient": -3, "polynomials": [1, 0]}, {"p": [0, 0], "c": 2}, {"c": -1.5, "p": []},
          {"c": 0.25, "p": [1, 2]}]}})"),
                form));
}

QuadraticForm limited() {
  QuadraticForm limited = form;
  limited.inequality = Inequality{.weights = {3, 0, 5.5}, .bound = 7};
  return limited;
}

TEST(RequestFormats, HoldAnInequality) {
  // (3 x0 + 5.5 x2 - 7)^2, multiplied out.
  EXPECT_THAT(
      written("amplify", limited()),
      testing::EndsWith(
          R"(,"constant":-1.5,"constraints":[{"condition":{"left":[[0,3],[2,5.5]],"op":"LE",)"
          R"("right":7},"penalty":[[49],[0,-33],[0,2,33],[2,-46.75]],"multiplier":1}]})"
          "\n"));
  EXPECT_THAT(
      written("da", limited()),
      testing::EndsWith(
          R"(,"inequalities":[{"terms":[{"c":-7,"p":[]},{"c":3,"p":[0]},{"c":5.5,"p":[2]}],)"
          R"("lambda":1}]})"
          "\n"));
  for (const char* const name : {"amplify", "da"}) {
    const std::string text = written(name, limited());
    EXPECT_TRUE(nlohmann::json::accept(text));
    const QuadraticForm back = read_text(name, text);
    EXPECT_TRUE(same_form(back, limited())) << name;
  }
}

TEST(RequestFormats, ThatHoldNoInequalityRefuseOne) {
  for (const QuboFormat& format : qubo_formats())
    if (!format.holds_inequality) {
      EXPECT_THROW(written(format.name, limited()), UsageError) << format.name;
    }
}

TEST(RequestFormats, AreToldApartByTheirFirstTellingName) {
  EXPECT_EQ(json_model_format(R"({"a": {"polynomial": 1}, "polynomial": []})"), "amplify");
  EXPECT_EQ(json_model_format(R"({"fujitsuDA3": {}, "binary_polynomial": {}})"), "da");
  EXPECT_EQ(json_model_format(R"({"metadata": {"polynomial": 1}, "version": "1.0.0"})"), "bqpjson");
  EXPECT_EQ(json_model_format(R"({"metadata": )"), "bqpjson");
  EXPECT_EQ(json_model_format("[1]"), "");
  EXPECT_EQ(json_model_format(""), "");
}

TEST(RequestFormats, KeepAModelLargerThanAllBuffers) {
  Rng rng(1);
  std::vector<Pair> pairs;
  for (Index i = 0; i < 150; ++i)
    for (Index j = i + 1; j < 150; ++j)
      pairs.push_back({i, j, static_cast<double>(rng.integer(-4000000, 4000000)) / 4});
  const QuadraticForm large = make_form(Vartype::binary, 1, std::vector<double>(150, 3), pairs);
  for (const char* const name : {"amplify", "da"})
    EXPECT_TRUE(same_form(read_text(name, written(name, large)), large)) << name;
}

}  // namespace
}  // namespace spinsack::test
