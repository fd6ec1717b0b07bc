// SPDX-License-Identifier: Apache-2.0
#include "statistics/holm.hpp"

#include "core/error.hpp"
#include "support/property.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace spinsack::test {
namespace {

TEST(Holm, AdjustsByHand) {
  // Rising: 0.005 * 4, 0.01 * 3, 0.03 * 2, and 0.04 * 1, which may not fall below 0.06.
  const std::vector<double> adjusted = holm_adjusted(std::vector{0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15);
}

TEST(Holm, HandlesTheEnds) {
  EXPECT_TRUE(holm_adjusted({}).empty());
  EXPECT_EQ(holm_adjusted(std::vector{0.2}), std::vector{0.2});
  EXPECT_EQ(holm_adjusted(std::vector{0.6, 0.7, 0.0}), (std::vector{1.0, 1.0, 0.0}));
  EXPECT_THROW((void)holm_adjusted(std::vector{1.1}), UsageError);
  EXPECT_THROW((void)holm_adjusted(std::vector{std::nan("")}), UsageError);
}

// The procedure as Holm gives it: walk up the p-values, compare with level / (m - i + 1), stop at the first
// that is larger.
std::vector<bool> rejected(const std::vector<double>& p, double level) {
  std::vector<bool> reject(p.size(), false);
  for (std::size_t tested = 0; tested < p.size(); ++tested) {
    std::size_t next = p.size();
    for (std::size_t i = 0; i < p.size(); ++i)
      if (!reject[i] && (next == p.size() || p[i] < p[next])) next = i;
    if (p[next] * static_cast<double>(p.size() - tested) > level) break;
    reject[next] = true;
  }
  return reject;
}

TEST(Holm, IsMonotoneAndRejectsWhatTheProcedureRejects) {
  EXPECT_TRUE(always("monotone", [] {
    std::vector<double> p;
    for (const std::int64_t whole : any_integers(0, 201))
      p.push_back(static_cast<double>(whole) / 200);
    const std::vector<double> adjusted = holm_adjusted(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      must(adjusted[i] >= p[i]);
      must(adjusted[i] <= 1);
      for (std::size_t j = 0; j < p.size(); ++j)
        if (p[i] <= p[j]) must(adjusted[i] <= adjusted[j]);
    }
    constexpr double level = 0.0517;
    const std::vector<bool> expected = rejected(p, level);
    for (std::size_t i = 0; i < p.size(); ++i) must((adjusted[i] <= level) == expected[i]);
  }));
}

}  // namespace
}  // namespace spinsack::test
