// SPDX-License-Identifier: Apache-2.0
#include "instance/proven_optima.hpp"

#include <gtest/gtest.h>

#include <string>

namespace spinsack {
namespace {

TEST(ProvenOptima, AreThoseOfPublishedInstancesInTheirOrder) {
  auto proof = proven_optima().begin();
  ASSERT_NE(proof, proven_optima().end());
  for (const PublishedInstance& published : published_instances()) {
    const ProvenOptimum* const found = find_proven_optimum(published);
    if (found == nullptr) continue;
    ASSERT_NE(proof, proven_optima().end());
    EXPECT_EQ(found, &*proof++);
    SCOPED_TRACE(published.full_name());
    EXPECT_EQ(found->instance, published.full_name());
    EXPECT_EQ(found->value, published.best_known);
    EXPECT_GT(found->seconds, 0);
    EXPECT_GT(found->regions, 0);
    EXPECT_GT(found->bytes, 0);
    EXPECT_EQ(found->sha256.size(), 64U);
    EXPECT_EQ(found->sha256.find_first_not_of("0123456789abcdef"), std::string_view::npos);
  }
  EXPECT_EQ(proof, proven_optima().end());
}

}  // namespace
}  // namespace spinsack
