// SPDX-License-Identifier: Apache-2.0
#include "solve_report.hpp"

#include "instance/generator.hpp"
#include "problem/qkp/qkp_problem.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace spinsack::cli {
namespace {

std::string page_of(double seconds_read, std::optional<double> limit) {
  const Instance instance = instance_of(generate("gallo", {{"n", "20"}}));
  const Solved solved{instance, solve(instance, "greedy"), seconds_read, limit};
  return solved_page(solved, {});
}

TEST(SolvedPage, SaysThatTheLimitDidNotCoverReading) {
  EXPECT_NE(page_of(11, 10).find(
                "limit        10.00 s for search and bound; reading took another 11.00 s\n"),
            std::string::npos);
  // Not where it matters no more than the limit itself is kept, nor without a limit.
  EXPECT_EQ(page_of(0.1, 10).find("limit"), std::string::npos);
  EXPECT_EQ(page_of(11, std::nullopt).find("limit"), std::string::npos);
}

}  // namespace
}  // namespace spinsack::cli
