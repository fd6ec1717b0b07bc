// SPDX-License-Identifier: Apache-2.0
#include "qubo/squares_file.hpp"

#include "core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

using testing::HasSubstr;

QuadraticForm two_variables() {
  QuadraticForm form;
  form.linear = {-1, 0.5};
  SymmetricRowsBuilder pairs(2);
  pairs.add(0, 1, std::int64_t{3});
  form.pairs = std::move(pairs).finish();
  return form;
}

TEST(SquaresFile, ReadsBackWhatWasWritten) {
  const QuboModel model(two_variables(), 4,
                        {SquaredTerm::of_all(0.1, std::vector{2.0, 3.0, -0.7, 1e-300}, -5),
                         SquaredTerm::of_all(-3, std::vector{0.0, 0.0, 1.0, 1.0}, 1.0 / 3)});
  const InputFile file{"squares",
                       write_string([&](TextWriter& out) { write_squares(model, out); })};
  const QuboModel again = with_squares(two_variables(), file);
  EXPECT_EQ(again.size(), 4);
  for (unsigned state = 0; state < 16; ++state) {
    const Bits bits{static_cast<std::uint8_t>(state & 1), static_cast<std::uint8_t>(state >> 1 & 1),
                    static_cast<std::uint8_t>(state >> 2 & 1),
                    static_cast<std::uint8_t>(state >> 3 & 1)};
    EXPECT_EQ(again.energy(bits), model.energy(bits)) << state;
  }
}

TEST(SquaresFile, SaysWhatIsWrong) {
  const auto message = [](const std::string& text, QuadraticForm form = two_variables()) {
    try {
      (void)with_squares(std::move(form), {"squares.json", text});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("it was read");
  };
  EXPECT_THAT(message("[]"), HasSubstr("squares.json:1:1: expected an object with 'size'"));
  EXPECT_THAT(message("{}"), HasSubstr("expected at least one square in 'squares', found none"));
  EXPECT_THAT(message(R"({"size": 2, "squares": [{"strength": 1, "a": [1, 2]}]})"),
              HasSubstr("squares.json:1:25: expected 'strength', 'b', 'variables' and 'a'"));
  const auto square = [](const std::string& variables, const std::string& a) {
    return R"("squares": [{"strength": 1, "b": 0, "variables": )" + variables + R"(, "a": )" + a +
           "}]}";
  };
  EXPECT_THAT(message(R"({"size": 1, )" + square("[0]", "[1]")),
              HasSubstr("expected a 'size' of at least 2, the variables of the model"));
  EXPECT_THAT(message(R"({"size": 2, )" + square("[2]", "[1]")), HasSubstr("at least 3"));
  EXPECT_THAT(message("{" + square("[0]", "[1]")), HasSubstr("found none"));
  EXPECT_THAT(message(R"({"size": 2, )" + square("[0, 1]", "[1]")),
              HasSubstr("expected as many numbers in 'a' as 'variables', 2, found 1"));
  EXPECT_THAT(message(R"({"size": 2, )" + square("[1, 0]", "[1, 1]")), HasSubstr("ascending"));
  EXPECT_THAT(message(R"({"size": 2, )" + square("[-1]", "[1]")), HasSubstr("a variable"));
  EXPECT_THAT(message(R"({"squares": [{"b": 0, "b": 1}]})"), HasSubstr("found 'b' again"));
  EXPECT_THAT(
      message(
          R"({"size": 2, "squares": [{"strength": 1e999, "b": 0, "variables": [0], "a": [1]}]})"),
      HasSubstr("squares.json:1:"));
  EXPECT_THAT(message(R"({"size": 2, )" + square("[0]", "[1]"), to_spin(two_variables())),
              HasSubstr("expected a model of 0/1 variables"));
}

}  // namespace
}  // namespace spinsack
