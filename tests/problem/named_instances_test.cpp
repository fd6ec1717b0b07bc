// SPDX-License-Identifier: Apache-2.0
#include "problem/named_instances.hpp"

#include "core/error.hpp"
#include "core/file.hpp"
#include "instance/qkp.hpp"
#include "support/temporary_directory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace spinsack {
namespace {

using testing::HasSubstr;

std::string error_of(std::string_view name, const ReadSettings& settings = {}) {
  try {
    (void)load_named(name, settings);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(NamedInstances, KnowTheSuitesOfAllProblems) {
  const NamedInstance named = load_named("medium:100_25_1");
  EXPECT_EQ(named.source, "medium:100_25_1");
  EXPECT_EQ(named.instance.problem().name, "qkp");
  EXPECT_EQ(named.instance.published(), "medium:100_25_1");
  EXPECT_EQ(named.instance.as<QkpInstance>().size(), named.instance.elements());
  EXPECT_TRUE(named.instance.best_known());
  EXPECT_EQ(NamedInstances("medium:100_25_*").published().size(), 10U);
  EXPECT_EQ(problem_of_suite("nosuch:1"), nullptr);
}

TEST(NamedInstances, RefuseWhatCannotBeMeant) {
  EXPECT_THAT(error_of("medium:100_25_1", {.format = "edgess"}), HasSubstr("edges"));
  EXPECT_THAT(error_of("medium:100_25_1", {.values = {{"capacity", "x"}}}),
              HasSubstr("--capacity: expected a number"));
  EXPECT_THAT(error_of("medium:100_25_1", {.values = {{"no-such", "1"}}}),
              HasSubstr("--no-such: medium:100_25_1 is a knapsack (qkp)"));
  EXPECT_THAT(error_of("medium:100_25_*"), HasSubstr("stands for 10 instances"));
  EXPECT_THAT(error_of("mediun:100_25_1"), HasSubstr("medium:100_25_1"));
}

TEST(NamedInstances, TakeTheCapacityThatIsTyped) {
  const Instance tight = load_named("medium:100_25_1", {.values = {{"capacity", "100"}}}).instance;
  EXPECT_EQ(tight.as<QkpInstance>().capacity(), 100);
  EXPECT_EQ(tight.published(), "") << "it is another one now";
}

class FilesOfInstances : public testing::Test {
 protected:
  std::string put(const std::string& name, const std::string& text) const {
    const std::string path = directory_.file(name);
    write_file(path, [&](TextWriter& out) { out.text(text); });
    return path;
  }
  const test::TemporaryDirectory directory_;
};

TEST_F(FilesOfInstances, AreToldApartByTheirContent) {
  const std::string file = put("team.txt", "2 1 int\n0 1 5\n1 1\n1 2\n");  // two capacities
  NamedInstances source(file);
  EXPECT_EQ(source.count(), 2U);
  const auto first = source.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->instance.problem().name, "qkp");
  EXPECT_EQ(first->number, 1);
  EXPECT_EQ(source.next()->number, 2);
  EXPECT_FALSE(source.next());

  const NamedInstance second = load_named(file + "#2");
  EXPECT_EQ(second.source, file);
  EXPECT_EQ(second.number, 2);
  EXPECT_EQ(second.instance.as<QkpInstance>().capacity(), 2);
  EXPECT_EQ(NamedInstances::numbered(file, 2).next()->instance.digest(), second.instance.digest());
  EXPECT_THAT(error_of(file), HasSubstr("holds 2 instances"));
  EXPECT_THAT(error_of(file + "#3"), HasSubstr("expected an instance from 1 to 2"));
}

TEST_F(FilesOfInstances, OfSeveralRefuseASettingOfOne) {
  const std::string file = put("team.txt", "2 1 int\n0 1 5\n1 1\n1 2\n");
  const ReadSettings settings{.values = {{"capacity", "3"}}};
  EXPECT_THAT(error_of(file, settings), HasSubstr("that differ in capacity"));
  EXPECT_EQ(load_named(file + "#1", settings).instance.as<QkpInstance>().capacity(), 3);
}

// What the error for a missing instance proposes.
std::string nearest_to(const std::string& name) {
  const std::string text = error_of(name);
  EXPECT_TRUE(text.starts_with(name + ": cannot open: No such file or directory")) << text;
  const std::string question = "; did you mean '";
  const std::size_t begin = text.find(question);
  if (begin == std::string::npos) return "";
  return text.substr(begin + question.size(), text.size() - begin - question.size() - 2);
}

TEST(MissingInstance, IsAPublishedOneWithoutItsSuite) {
  EXPECT_EQ(nearest_to("1000_75_5"), "large:1000_75_5");
  EXPECT_EQ(nearest_to("100_25_1"), "medium:100_25_1");
  EXPECT_EQ(nearest_to("1000_75-5"), "large:1000_75_5");
}

TEST(MissingInstance, IsAPublishedOneBehindASlip) {
  EXPECT_EQ(nearest_to("lrge:1000_75_5"), "large:1000_75_5");
  EXPECT_EQ(nearest_to("medum:100_25_1"), "medium:100_25_1");
  EXPECT_EQ(nearest_to("large;1000_75_5"), "large:1000_75_5");
}

TEST(MissingInstance, IsAPublishedOneByTheNameOfItsFile) {
  EXPECT_EQ(nearest_to("jeu_100_25_1.txt"), "medium:100_25_1");
  EXPECT_EQ(nearest_to("1000_75_5.txt"), "large:1000_75_5");
}

TEST_F(FilesOfInstances, AreProposedForOneThatIsMissing) {
  put("knapsack.txt", "");
  put("other.txt", "");
  std::filesystem::create_directory(directory_.path() / "knapsak.tx");  // no file, so never meant
  EXPECT_EQ(nearest_to(directory_.file("knapsak.txt")), directory_.file("knapsack.txt"));
  EXPECT_EQ(nearest_to(directory_.file("nothing/knapsack.txt")), "");
}

TEST(MissingInstance, IsNothingNear) { EXPECT_EQ(nearest_to("some quite different name"), ""); }

TEST_F(FilesOfInstances, AreNotEmptyAndThere) {
  EXPECT_THAT(error_of(put("empty.txt", " \n")), HasSubstr("expected an instance"));
  EXPECT_THAT(error_of("no-such-file.txt"), HasSubstr("no-such-file.txt: cannot open"));
}

}  // namespace
}  // namespace spinsack
