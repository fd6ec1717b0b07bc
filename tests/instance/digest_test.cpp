// SPDX-License-Identifier: Apache-2.0
#include "instance/digest.hpp"

#include "instance/format.hpp"

#include <gtest/gtest.h>

namespace spinsack {
namespace {

// Written down: studies and decode maps of another day are known again, whatever becomes of the formats.
TEST(InstanceDigest, NeverChanges) {
  const std::string text = "five\n5\n10 20 30 5 8\n5 0 3 1\n7 2 0\n4 6\n9\n\n0\n9\n2 3 4 5 1\n";
  const auto digest = [](const std::string& file) {
    return instance_digest(read_instances({"f", file}).front());
  };
  EXPECT_EQ(digest(text), "b4b91cf7056bd3cd412e599a02d326151eb0e1ab6e1c6284817a791e54546920");
  EXPECT_EQ(digest("other" + text.substr(4)), digest(text)) << "names do not matter";
  EXPECT_NE(digest("five\n5\n11 20 30 5 8\n5 0 3 1\n7 2 0\n4 6\n9\n\n0\n9\n2 3 4 5 1\n"),
            digest(text));
}

}  // namespace
}  // namespace spinsack
