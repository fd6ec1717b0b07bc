// SPDX-License-Identifier: Apache-2.0
#include "instance/source.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "instance/arbitrary.hpp"
#include "instance/published.hpp"
#include "support/temporary_directory.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace spinsack {
namespace {

namespace fs = std::filesystem;

class SourceTest : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& text) const {
    const std::string path = directory_.file(name);
    write_file(path, [&](TextWriter& out) { out.text(text); });
    return path;
  }
  const test::TemporaryDirectory directory_;
};

std::string source_error(std::string_view spec) {
  try {
    (void)load_instances(spec);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(SourceTest, PublishedNamesAreBuilt) {
  const auto instances = load_instances("large:1000_75_5");
  ASSERT_EQ(instances.size(), 1U);
  EXPECT_EQ(instances.front().name(), "large:1000_75_5");
  EXPECT_EQ(instances.front().size(), 1000);
}

TEST_F(SourceTest, PatternsGiveSeveral) {
  const auto instances = load_instances("medium:100_25_*");
  ASSERT_EQ(instances.size(), 10U);
  EXPECT_EQ(instances[0].name(), "medium:100_25_1");
  EXPECT_EQ(instances[9].name(), "medium:100_25_10");
}

TEST_F(SourceTest, ASuitePrefixIsNeverAFile) {
  const fs::path before = fs::current_path();
  fs::current_path(directory_.path());
  put("large:1000_25_1", "x\n1\n1\n\n0\n1\n1\n");
  put("large:mine", "x\n1\n1\n\n0\n1\n1\n");
  EXPECT_EQ(load_instances("large:1000_25_1").front().size(), 1000);
  EXPECT_TRUE(source_error("large:mine").starts_with("unknown published instance 'large:mine'"));
  EXPECT_EQ(load_instances("./large:mine").front().size(), 1);
  fs::current_path(before);
}

TEST_F(SourceTest, FilesAreReadPlainOrPacked) {
  const PublishedInstance& p = *match_published("medium:100_25_1").front();
  const std::string text = published_text(p);
  for (const std::string name : {"a.txt", "a.txt.gz", "a.xz"}) {
    const auto instances = load_instances(put(name, text));
    ASSERT_EQ(instances.size(), 1U);
    EXPECT_EQ(instances.front().name(), "r_100_25_1");
    EXPECT_TRUE(test::same_numbers(instances.front(), build_published(p)));
    EXPECT_EQ(find_published(instances.front()), &p);
  }
}

TEST_F(SourceTest, SeveralCapacitiesInAFileGiveSeveralInstances) {
  const auto instances = load_instances(put("team.txt", "2 1 int\n0 1 5\n1 1\n1 2\n"));
  ASSERT_EQ(instances.size(), 2U);
  EXPECT_EQ(instances[1].name(), "team#2");
}

TEST_F(SourceTest, TheFormatCanBeForced) {
  const std::string path = put("x", "name\n1\n1\n\n0\n1\n1\n");
  EXPECT_EQ(load_instances(path, "billionnet").size(), 1U);
  EXPECT_THROW((void)load_instances(path, "edges"), InputError);
  EXPECT_THROW((void)load_instances(path, "nonsense"), UsageError);
}

TEST_F(SourceTest, FilesWithAMarkOrColonInTheirNameAreFiles) {
  EXPECT_EQ(load_instances(put("bom.txt",
                               "\xef\xbb\xbf"
                               "1\n1\n\n0\n1\n1\n"))
                .front()
                .size(),
            1);
  EXPECT_EQ(load_instances(put("run:1.txt", "x\n1\n1\n\n0\n1\n1\n")).front().size(), 1);
  EXPECT_EQ(load_instances(put("star*.txt", "x\n1\n1\n\n0\n1\n1\n")).front().size(), 1);
}

TEST_F(SourceTest, WhatIsMissingIsExplained) {
  EXPECT_EQ(source_error("missing.txt"), "missing.txt: cannot open: No such file or directory");
  EXPECT_EQ(source_error("C:missing"), "C:missing: cannot open: No such file or directory");
  EXPECT_EQ(source_error("larg:1000_25_1"),
            "larg:1000_25_1: no such file, and unknown suite 'larg'; did you mean 'large'? known: "
            "medium, large");
  EXPECT_THROW((void)load_instances(directory_.path().string()), FileError);
}

}  // namespace
}  // namespace spinsack
