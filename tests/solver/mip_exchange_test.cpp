// SPDX-License-Identifier: Apache-2.0
#include "solver/mip_exchange.hpp"

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "support/places.hpp"
#include "support/random_instance.hpp"
#include "support/run_command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

namespace spinsack {
namespace {

std::string text_of(const QkpInstance& instance, const MipTask& task) {
  return write_string([&](TextWriter& out) { write_mip_task(instance, task, out); });
}

const Linearisation& glover() { return find_entry(linearisations(), "linearisation", "glover"); }

TEST(MipExchange, GivesBackTheTaskThatWasSent) {
  Rng rng(3);
  for (const test::RandomKind& kind :
       {test::RandomKind{.n = 12}, test::RandomKind{.n = 1},
        test::RandomKind{.n = 9, .min_profit = -20}, test::RandomKind{.n = 7, .density = 0},
        test::RandomKind{
            .n = 9, .max_weight = 1'000'000'000'000'000, .max_profit = 1'000'000'000'000'000}}) {
    const QkpInstance instance = test::random_instance(rng, kind);
    Bits some(at(instance.size()), 0);
    some.front() = 1;
    for (const Bits& start : {Bits(), Bits(at(instance.size()), 0), some}) {
      const MipTask task{.form = &glover(),
                         .start = start,
                         .seed = std::numeric_limits<std::uint64_t>::max() - 5,
                         .nodes = 17,
                         .cut_rounds = 4};
      const std::string text = text_of(instance, task);
      const ReceivedMipTask received = read_mip_task({"task", text});
      EXPECT_EQ(received.task.form, task.form);
      EXPECT_EQ(received.task.start, task.start);
      EXPECT_EQ(received.task.seed, task.seed);
      EXPECT_EQ(received.task.nodes, task.nodes);
      EXPECT_EQ(received.task.cut_rounds, task.cut_rounds);
      const QkpInstance& other = received.instance;
      EXPECT_TRUE(std::ranges::equal(other.profits(), instance.profits()));
      EXPECT_TRUE(std::ranges::equal(other.weights(), instance.weights()));
      EXPECT_EQ(other.capacity(), instance.capacity());
      EXPECT_TRUE(other.pair_profits() == instance.pair_profits());
      EXPECT_EQ(text_of(other, received.task), text);
    }
  }
}

// Decimals stay what they are: 1.50 and 2.00 are 150 and 200 hundredths.
TEST(MipExchange, KeepsTheUnits) {
  QkpInstance::Data data;
  data.name = "hundredths";
  data.profit = {150, 200};
  data.weight = {20, 30};
  data.capacity = 40;
  data.profit_digits = 2;
  data.weight_digits = 1;
  data.pair_profit = SymmetricRowsBuilder(2).finish();
  const QkpInstance instance(std::move(data));
  const ReceivedMipTask received = read_mip_task({"task", text_of(instance, {.form = &glover()})});
  EXPECT_EQ(received.instance.profits()[0], 150);
  EXPECT_EQ(received.instance.profit_digits(), 2);
  EXPECT_EQ(received.instance.weight_digits(), 1);
}

std::string refusal(const std::string& text) {
  try {
    (void)read_mip_task({"task", text});
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(MipExchange, RefusesOtherTexts) {
  Rng rng(4);
  const std::string text = text_of(test::random_instance(rng, {.n = 3}), {.form = &glover()});
  ASSERT_EQ(refusal(text), "no error");
  for (std::size_t size = 0; size + 1 < text.size(); ++size)
    EXPECT_NE(refusal(text.substr(0, size)), "no error") << size;
  EXPECT_NE(refusal(text + "more"), "no error");
  EXPECT_EQ(refusal("spinsack-mip 2\n"), "task:1:14: expected spinsack-mip in 1..1, found 2");
  EXPECT_EQ(refusal("hello\n"), "task:1:1: expected 'spinsack-mip', found 'hello'");
}

TEST(MipExchange, GivesBackReports) {
  for (const char* line : {"built", "items 0 3", "items", "bound 12.5", "work 3 4711", "end"}) {
    const std::string again = text_of(read_mip_report(line, 4));
    EXPECT_EQ(again.substr(0, again.find_last_not_of(" \n") + 1), line);
  }
  EXPECT_EQ(read_mip_report("bound 0.1", 4).bound, 0.1);
  EXPECT_THROW((void)read_mip_report("end of it", 4), InputError);
  EXPECT_THROW((void)read_mip_report("work 3", 4), InputError);
}

TEST(MipExchange, ProgramSaysWhatItDoesNotUnderstand) {
  if (!test::has_spinsack_mip()) GTEST_SKIP() << test::no_spinsack_mip;
  const test::RunResult result = test::run({.command = {test::spinsack_mip()}, .input = "hello\n"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "standard input:1:1: expected 'spinsack-mip', found 'hello'\n");
}

}  // namespace
}  // namespace spinsack
