// SPDX-License-Identifier: Apache-2.0
#include "instance/answer_parts.hpp"

#include "core/rng.hpp"
#include "instance/evaluate.hpp"
#include "support/random_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace spinsack::test {
namespace {

Bits with_bit(Bits bits, Index i, std::uint8_t value) {
  bits[at(i)] = value;
  return bits;
}

// Whatever is claimed of an item, the literal evaluator says the same of the answer with that item flipped.
TEST(AnswerParts, AgreeWithTheEvaluator) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const QkpInstance instance = random_instance(rng, {.n = 25, .min_profit = -10});
    const Bits bits = random_bits(rng, instance.size());
    const AnswerParts parts = answer_parts(instance, bits);
    const Evaluation whole = evaluate(instance, bits);
    EXPECT_EQ(parts.singles + parts.pairs, whole.profit);
    EXPECT_EQ(parts.load, whole.load);
    for (Index i = 0; i < instance.size(); ++i) {
      const Profit in = evaluate(instance, with_bit(bits, i, 1)).profit;
      const Profit out = evaluate(instance, with_bit(bits, i, 0)).profit;
      EXPECT_EQ(parts.items[at(i)].gain(), in - out) << seed << " item " << i;
      EXPECT_EQ(parts.items[at(i)].alone, instance.profits()[at(i)]);
    }
  }
}

TEST(AnswerParts, TheBestSwapIsTheBestOfAll) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const QkpInstance instance = random_instance(rng, {.n = 25, .min_profit = -10});
    Bits bits(at(instance.size()), 0);
    Weight load = 0;  // fill it as far as it goes
    for (Index i = 0; i < instance.size(); ++i)
      if (load + instance.weights()[at(i)] <= instance.capacity()) {
        bits[at(i)] = 1;
        load += instance.weights()[at(i)];
      }
    const AnswerParts parts = answer_parts(instance, bits);
    const Profit now = evaluate(instance, bits).profit;
    for (Index i = 0; i < instance.size(); ++i) {
      if (bits[at(i)] != 0) continue;
      std::optional<Replacement> best;
      for (Index j = 0; j < instance.size(); ++j) {
        if (bits[at(j)] == 0) continue;
        const Evaluation after = evaluate(instance, with_bit(with_bit(bits, i, 1), j, 0));
        if (after.feasible && (!best || after.profit - now > best->change))
          best = Replacement{.leaves = j, .change = after.profit - now};
      }
      const std::optional<Replacement> found = best_replacement(instance, parts, bits, i);
      ASSERT_EQ(found.has_value(), best.has_value()) << seed << " item " << i;
      if (!best) continue;
      EXPECT_EQ(found->leaves, best->leaves) << seed << " item " << i;
      EXPECT_EQ(found->change, best->change) << seed << " item " << i;
    }
  }
}

TEST(AnswerParts, TheStrongestPairsAreThoseOfAFullSort) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const QkpInstance instance = random_instance(rng, {.n = 25, .min_profit = -10});
    const Bits bits = random_bits(rng, instance.size());
    for (const PairSign sign : {PairSign::gain, PairSign::loss}) {
      std::vector<PairPart> all;
      for (Index i = 0; i < instance.size(); ++i)
        for (Index j = i + 1; j < instance.size(); ++j) {
          const Profit profit = instance.pair_profits().integer(i, j);
          if (bits[at(i)] != 0 && bits[at(j)] != 0 && profit != 0 &&
              (profit > 0) == (sign == PairSign::gain))
            all.push_back({i, j, profit});
        }
      std::ranges::stable_sort(all, [](const PairPart& a, const PairPart& b) {
        return std::abs(a.profit) > std::abs(b.profit);
      });
      for (const std::size_t most : {0U, 1U, 5U, 1000U}) {
        const std::vector<PairPart> found = strongest_pairs(instance, bits, sign, most);
        ASSERT_EQ(found.size(), std::min<std::size_t>(most, all.size())) << seed;
        for (std::size_t k = 0; k < found.size(); ++k) {
          EXPECT_EQ(found[k].first, all[k].first) << seed;
          EXPECT_EQ(found[k].second, all[k].second) << seed;
          EXPECT_EQ(found[k].profit, all[k].profit) << seed;
        }
      }
    }
  }
}

}  // namespace
}  // namespace spinsack::test
