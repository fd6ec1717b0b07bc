// SPDX-License-Identifier: Apache-2.0
#include "problem/qkp/qkp_source.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "instance/arbitrary.hpp"
#include "instance/published.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

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
  EXPECT_EQ(instances.front().instance.name(), "large:1000_75_5");
  EXPECT_EQ(instances.front().instance.size(), 1000);
}

TEST_F(SourceTest, PatternsGiveSeveral) {
  const auto instances = load_instances("medium:100_25_*");
  ASSERT_EQ(instances.size(), 10U);
  EXPECT_EQ(instances[0].instance.name(), "medium:100_25_1");
  EXPECT_EQ(instances[9].instance.name(), "medium:100_25_10");
}

TEST_F(SourceTest, ASuitePrefixIsNeverAFile) {
  const fs::path before = fs::current_path();
  fs::current_path(directory_.path());
  put("large:1000_25_1", "x\n1\n1\n\n0\n1\n1\n");
  put("large:mine", "x\n1\n1\n\n0\n1\n1\n");
  EXPECT_EQ(load_instance("large:1000_25_1").instance.size(), 1000);
  EXPECT_TRUE(source_error("large:mine").starts_with("unknown published instance 'large:mine'"));
  EXPECT_EQ(load_instance("./large:mine").instance.size(), 1);
  fs::current_path(before);
}

TEST_F(SourceTest, FilesAreReadPlainOrPacked) {
  const PublishedInstance& p = *match_published("medium:100_25_1").front();
  const std::string text = published_text(p);
  for (const std::string name : {"a.txt", "a.txt.gz", "a.xz"}) {
    const auto instances = load_instances(put(name, text));
    ASSERT_EQ(instances.size(), 1U);
    EXPECT_EQ(instances.front().instance.name(), "r_100_25_1");
    EXPECT_TRUE(test::same_numbers(instances.front().instance, build_published(p)));
    EXPECT_EQ(instances.front().published, &p) << "recognised by its numbers";
    EXPECT_EQ(instances.front().best_known(), p.best_known);
  }
}

TEST_F(SourceTest, SeveralCapacitiesInAFileGiveSeveralInstances) {
  const auto instances = load_instances(put("team.txt", "2 1 int\n0 1 5\n1 1\n1 2\n"));
  ASSERT_EQ(instances.size(), 2U);
  EXPECT_EQ(instances[1].instance.name(), "team#2");
  EXPECT_EQ(instances[1].number, 2);
  EXPECT_EQ(instances[1].source, directory_.file("team.txt"));
}

TEST_F(SourceTest, ANumberNamesOneInstanceOfAFile) {
  const std::string file = put("team.txt", "2 1 int\n0 1 5\n1 1\n1 2\n");
  const LoadedInstance second = load_instance(file + "#2");
  EXPECT_EQ(second.instance.name(), "team#2");
  EXPECT_EQ(second.instance.capacity(), 2);
  EXPECT_EQ(second.number, 2);
  EXPECT_EQ(second.source, file);
  EXPECT_EQ(InstanceSource(file + "#2").file(), file);
  EXPECT_EQ(load_instances(file + "#1").size(), 1U);
  EXPECT_EQ(load_instance(file + "#002").number, 2);
  for (const std::string wrong : {"0", "3", "99999999999999999999999"})
    EXPECT_EQ(source_error(file + "#" + wrong), file + "#" + wrong +
                                                    ": expected an instance from 1 to 2, which " +
                                                    file + " holds, found " + wrong);
  EXPECT_EQ(source_error("missing.txt#2"), "missing.txt: cannot open: No such file or directory");
  for (const std::string name : {"#2", "#", "x#", "x#2a"})
    EXPECT_EQ(source_error(name), name + ": cannot open: No such file or directory");
}

TEST_F(SourceTest, AFileWhoseNameEndsInANumberIsThatFile) {
  put("team.txt", "2 1 int\n0 1 5\n1 1\n1 2\n");
  const std::string file = put("team.txt#2", "2 1 int\n0 1 5\n1 1\n7 8 9\n");
  EXPECT_EQ(load_instances(file).size(), 3U);
  EXPECT_EQ(load_instance(file + "#3").instance.capacity(), 9);
  // By source and number nothing can be mistaken.
  const auto second = NamedInstances::numbered(directory_.file("team.txt"), 2).next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->instance.as<QkpInstance>().capacity(), 2);
}

TEST_F(SourceTest, OneOfSeveralHasToBeNamed) {
  const std::string file = put("team.txt", "2 1 int\n0 1 5\n1 1\n1 2\n");
  const auto error_of_one = [](std::string_view name) {
    try {
      (void)load_instance(name);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(error_of_one(file),
            file + " holds 2 instances; name one of them, as " + file + "#1 or " + file + "#2");
  EXPECT_EQ(error_of_one("medium:100_25_*"),
            "medium:100_25_* stands for 10 instances; name one of them, as medium:100_25_1");
}

TEST_F(SourceTest, PublishedInstancesAreKnownWithoutBuildingThemAgain) {
  InstanceSource source("large:1000_25_*");
  EXPECT_EQ(source.count(), 10U);
  EXPECT_EQ(source.published().size(), 10U);
  EXPECT_EQ(source.file(), "");
  const auto first = source.next();
  ASSERT_TRUE(first);
  ASSERT_NE(first->published, nullptr);
  EXPECT_EQ(first->published->full_name(), source.published().front());
  EXPECT_EQ(first->source, "large:1000_25_1");
  EXPECT_EQ(source.next()->source, "large:1000_25_2") << "one at a time";
  EXPECT_EQ(NamedInstances::numbered("large:1000_25_1", 1).next()->source, first->source);
}

TEST_F(SourceTest, TheFormatCanBeForced) {
  const std::string path = put("x", "name\n1\n1\n\n0\n1\n1\n");
  EXPECT_EQ(load_instances(path, {.format = "billionnet"}).size(), 1U);
  EXPECT_THROW((void)load_instances(path, {.format = "edges"}), InputError);
  EXPECT_THROW((void)load_instances(path, {.format = "nonsense"}), UsageError);
}

TEST_F(SourceTest, FilesWithAMarkOrColonInTheirNameAreFiles) {
  EXPECT_EQ(load_instance(put("bom.txt",
                              "\xef\xbb\xbf"
                              "1\n1\n\n0\n1\n1\n"))
                .instance.size(),
            1);
  EXPECT_EQ(load_instance(put("run:1.txt", "x\n1\n1\n\n0\n1\n1\n")).instance.size(), 1);
  EXPECT_EQ(load_instance(put("star*.txt", "x\n1\n1\n\n0\n1\n1\n")).instance.size(), 1);
}

TEST_F(SourceTest, InstancesOfOtherProblemsAreRefused) {
  EXPECT_THAT(source_error(put("cut.rud", "2 1\n1 2 1\n") + "@2"), testing::HasSubstr("kcut"));
}

TEST_F(SourceTest, AKnapsackOutlivesWhatItCameFrom) {
  std::vector<LoadedInstance> kept;
  for (LoadedInstance& loaded : load_instances("medium:100_25_*"))
    kept.push_back(std::move(loaded));
  EXPECT_EQ(kept.front().instance.size(), 100);
  EXPECT_EQ(&kept.front().instance, &kept.front().any.as<QkpInstance>());
}

TEST_F(SourceTest, TheCapacityCanBeGiven) {
  const LoadedInstance tight = load_instance("medium:100_25_1", {.capacity = Decimal{100}});
  EXPECT_EQ(tight.instance.capacity(), 100);
  EXPECT_EQ(tight.published, nullptr);
}

TEST_F(SourceTest, WhatIsMissingIsExplained) {
  EXPECT_EQ(source_error("missing.txt"), "missing.txt: cannot open: No such file or directory");
  EXPECT_EQ(source_error("C:missing"), "C:missing: cannot open: No such file or directory");
  EXPECT_EQ(source_error("larg:1000_25_1"),
            "larg:1000_25_1: cannot open: No such file or directory; did you mean "
            "'large:1000_25_1'?");
  EXPECT_THROW((void)load_instances(directory_.path().string()), FileError);
}

}  // namespace
}  // namespace spinsack
