// SPDX-License-Identifier: Apache-2.0
#include "qubo/squares_file.hpp"

#include "core/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

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
                        {{.strength = 0.1, .a = {2, 3, -0.7, 1e-300}, .b = -5},
                         {.strength = -3, .a = {0, 0, 1, 1}, .b = 1.0 / 3}});
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
  EXPECT_THAT(message("[]"), HasSubstr("squares.json:1:1: expected an object with 'squares'"));
  EXPECT_THAT(message("{}"), HasSubstr("expected at least one square in 'squares', found none"));
  EXPECT_THAT(message(R"({"squares": [{"strength": 1, "a": [1, 2]}]})"),
              HasSubstr("squares.json:1:14: expected 'strength', 'b' and 'a' in the square"));
  EXPECT_THAT(message(R"({"squares": [{"strength": 1, "b": 0, "a": [1]}]})"),
              HasSubstr("expected numbers for the 2 variables of the model in 'a', found 1"));
  EXPECT_THAT(
      message(R"({"squares": [{"strength": 1, "b": 0, "a": [1, 2]},
 {"strength": 1, "b": 0, "a": [1, 2, 3]}]})"),
      HasSubstr("squares.json:2:2: expected 2 numbers in 'a' as in the first square, found 3"));
  EXPECT_THAT(message(R"({"squares": [{"b": 0, "b": 1}]})"), HasSubstr("found 'b' again"));
  EXPECT_THAT(message(R"({"squares": [{"strength": 1e999, "b": 0, "a": [1, 2]}]})"),
              HasSubstr("squares.json:1:"));
  EXPECT_THAT(
      message(R"({"squares": [{"strength": 1, "b": 0, "a": [1, 2]}]})", to_spin(two_variables())),
      HasSubstr("expected a model of 0/1 variables"));
}

}  // namespace
}  // namespace spinsack
