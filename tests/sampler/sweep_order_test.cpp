// SPDX-License-Identifier: Apache-2.0
#include "sampler/sweep_order.hpp"

#include "sampler/sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

namespace spinsack {
namespace {

std::vector<Index> order_of(Index size, std::int64_t sweep) {
  std::vector<Index> order;
  EXPECT_TRUE(for_each_stretch(size, sweep, [&](Index from, Index to) {
    EXPECT_LT(from, to);
    EXPECT_LE(to - from, stretch_length);
    for (Index v = from; v < to; ++v) order.push_back(v);
    return true;
  }));
  return order;
}

TEST(SweepOrder, VisitsEveryVariableOnce) {
  for (const Index size : {0, 1, 2, 127, 128, 129, 256, 257, 1000, 5000})
    for (const std::int64_t sweep : {0, 1, 2, 17, 1'000'000'000}) {
      std::vector<Index> order = order_of(size, sweep);
      std::ranges::sort(order);
      std::vector<Index> all(at(size));
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(order, all) << size << ", sweep " << sweep;
    }
}

TEST(SweepOrder, BeginsElsewhereInEverySweep) {
  for (const Index size : {10, 1000}) {
    std::set<Index> firsts;
    for (std::int64_t sweep = 0; sweep < size; ++sweep)
      firsts.insert(order_of(size, sweep).front());
    EXPECT_EQ(firsts.size(), at(size));
  }
}

TEST(SweepOrder, EndsEarlyWhereItIsAskedTo) {
  int calls = 0;
  EXPECT_FALSE(for_each_stretch(10'000, 3, [&](Index, Index) { return ++calls < 5; }));
  EXPECT_EQ(calls, 5);
}

// Equal couplings around a ring, or along a chain: walls between domains cost nothing to move. Sweeps from the first spin to
// the last move all of them alike, and none of these rings was ever solved.
TEST(SweepOrder, RingsAndChainsOfEqualCouplingsAreSolved) {
  for (const bool closed : {true, false})
    for (const Index n : {5, 6, 11, 30, 100})
      for (const std::int64_t coupling : {-1, 1}) {
        QuadraticForm form;
        form.vartype = Vartype::spin;
        form.linear.assign(at(n), 0);
        SymmetricRowsBuilder pairs(n);
        for (Index v = 0; v + 1 < n; ++v) pairs.add(v, v + 1, coupling);
        if (closed) pairs.add(n - 1, 0, coupling);
        form.pairs = std::move(pairs).finish();
        // A wall, where an odd number of spins should alternate.
        const double ground = closed && coupling > 0 && n % 2 == 1 ? 2 - n : closed ? -n : 1 - n;
        const QuboModel model(std::move(form));
        for (const char* const sampler : {"sa", "pt", "auto"})
          for (const Sample& sample :
               find_sampler(sampler).sample(model, {{"sweeps", "1000"}}, {.reads = 5}).samples)
            EXPECT_EQ(sample.energy, ground)
                << sampler << (closed ? ", ring of " : ", chain of ") << n << " " << coupling;
      }
}

}  // namespace
}  // namespace spinsack
