// SPDX-License-Identifier: Apache-2.0
#include "instance/published.hpp"

#include "core/error.hpp"
#include "core/sha256.hpp"
#include "instance/arbitrary.hpp"
#include "instance/format.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>

namespace spinsack {
namespace {

std::vector<std::string> names(std::string_view pattern) {
  std::vector<std::string> found;
  for (const PublishedInstance* published : match_published(pattern))
    found.push_back(published->full_name());
  return found;
}

std::string published_error(std::string_view pattern) {
  try {
    (void)match_published(pattern);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

QkpInstance build(std::string_view name) { return build_published(*match_published(name).front()); }

// The same numbers with some of them changed.
QkpInstance changed(const QkpInstance& instance, auto&& change) {
  QkpInstance::Data data;
  data.name = instance.name();
  data.profit.assign(instance.profits().begin(), instance.profits().end());
  data.weight.assign(instance.weights().begin(), instance.weights().end());
  data.pair_profit = instance.pair_profits();
  data.capacity = instance.capacity();
  change(data);
  return QkpInstance(std::move(data));
}

TEST(Published, ThereAre180InNaturalOrder) {
  const auto all = published_instances();
  ASSERT_EQ(all.size(), 180U);
  EXPECT_EQ(all.front().full_name(), "medium:100_25_1");
  EXPECT_EQ(all[9].full_name(), "medium:100_25_10");
  EXPECT_EQ(all[10].full_name(), "medium:100_50_1");
  EXPECT_EQ(all[99].full_name(), "medium:300_50_10");
  EXPECT_EQ(all[100].full_name(), "large:1000_25_1");
  EXPECT_EQ(all.back().full_name(), "large:2000_100_10");
  for (std::size_t k = 1; k < all.size(); ++k) {
    const auto key = [](const PublishedInstance& p) {
      return std::tuple{p.suite == "large", p.n, p.density, p.index};
    };
    EXPECT_LT(key(all[k - 1]), key(all[k])) << all[k].full_name();
  }
}

TEST(Published, TheTableIsConsistent) {
  std::set<std::string_view> checksums;
  for (const PublishedInstance& p : published_instances()) {
    SCOPED_TRACE(p.full_name());
    EXPECT_EQ(p.name, fmt::format("{}_{}_{}", p.n, p.density, p.index));
    EXPECT_GE(p.index, 1);
    EXPECT_LE(p.index, 10);
    EXPECT_LT(p.capacity, p.sum_weights);
    EXPECT_LE(p.paper_greedy, p.best_known);
    EXPECT_GT(p.paper_greedy, 0);
    EXPECT_EQ(p.sha256.size(), 64U);
    EXPECT_LE(p.capacity, 32'817);  // the generators cannot draw more
    checksums.insert(p.sha256);
    if (p.suite == "medium") {
      EXPECT_EQ(static_cast<int>(p.seed), 13 * p.index - (p.n == 300 && p.density == 25 ? 10 : 0));
    }
  }
  EXPECT_EQ(checksums.size(), 180U);
}

// In groups, so that they can run side by side.
class PublishedGroup : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, PublishedGroup,
                         testing::Values("medium:*", "large:1000_*", "large:2000_25_*",
                                         "large:2000_50_*", "large:2000_75_*", "large:2000_100_*"));

TEST_P(PublishedGroup, IsRebuiltWithItsChecksums) {
  for (const PublishedInstance* p : match_published(GetParam())) {
    const std::string text = published_text(*p);
    EXPECT_EQ(sha256(text), p->sha256) << p->full_name();
    EXPECT_TRUE(text.starts_with(
        fmt::format("{}{}\n{}\n", p->suite == "medium" ? "r_" : "", p->name, p->n)));
  }
}

TEST_P(PublishedGroup, HasThePublishedKeyFigures) {
  for (const PublishedInstance* p : match_published(GetParam())) {
    SCOPED_TRACE(p->full_name());
    const QkpInstance instance = build_published(*p);
    EXPECT_EQ(instance.name(), p->full_name());
    EXPECT_EQ(instance.size(), p->n);
    EXPECT_EQ(instance.capacity(), p->capacity);
    EXPECT_EQ(instance.total_weight(), p->sum_weights);
    EXPECT_EQ(instance.pair_profits().pairs(), p->nonzero_pairs);
    EXPECT_EQ(std::ranges::count_if(instance.profits(), [](Profit v) { return v != 0; }),
              p->nonzero_linear);
    EXPECT_NEAR(instance.density(), p->density / 100.0, 0.015);
    EXPECT_TRUE(
        std::ranges::all_of(instance.weights(), [](Weight w) { return w >= 1 && w <= 50; }));
    EXPECT_TRUE(instance.pair_profits().dense());
    EXPECT_EQ(instance.pair_profits().bytes(), at(p->n) * ((at(p->n) + 63) / 64 * 64));
  }
}

TEST(Published, TheGroupsAreAllOfThem) {
  std::size_t members = 0;
  for (const char* group : {"medium:*", "large:1000_*", "large:2000_25_*", "large:2000_50_*",
                            "large:2000_75_*", "large:2000_100_*"})
    members += match_published(group).size();
  EXPECT_EQ(members, 180U);
}

TEST(Published, MediumInstancesOfOneNumberShareTheirRandomNumbers) {
  // What the recovered generator revealed, and why the 100 are not independent: the profits of
  // 100_50_3 in reading order, diagonal included, are the first ones of 200_50_3.
  const auto reading_order = [](const QkpInstance& instance) {
    std::vector<Profit> values;
    for (Index i = 0; i < instance.size(); ++i) {
      values.push_back(instance.profits()[at(i)]);
      for (Index j = i + 1; j < instance.size(); ++j)
        values.push_back(instance.pair_profits().integer(i, j));
    }
    return values;
  };
  const auto small = reading_order(build("medium:100_50_3"));
  const auto large = reading_order(build("medium:200_50_3"));
  EXPECT_TRUE(std::ranges::equal(small, std::span(large).first(small.size())));
}

// The text is the authors' file to the last byte: its checksum says so.
TEST(Published, TheMediumFilesReadBackEqual) {
  for (const PublishedInstance* p : match_published("medium:*")) {
    SCOPED_TRACE(p->full_name());
    const auto read = read_instances({"f", published_text(*p)});
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read.front().name(), fmt::format("r_{}", p->name));
    EXPECT_TRUE(test::same_numbers(read.front(), build_published(*p)));
    EXPECT_EQ(find_published(read.front()), p);
  }
}

TEST(Published, ALargeTextReadsBackEqual) {
  const PublishedInstance& p = *match_published("large:2000_100_10").front();
  const auto read = read_instances({"f", published_text(p)});
  EXPECT_TRUE(test::same_numbers(read.front(), build_published(p)));
  EXPECT_EQ(write_string([&](TextWriter& out) { write_published(p, out); }), published_text(p));
}

TEST(Published, PatternsSelectInNaturalOrder) {
  EXPECT_EQ(names("large:1000_75_5"), std::vector<std::string>{"large:1000_75_5"});
  EXPECT_EQ(names("medium:*").size(), 100U);
  EXPECT_EQ(names("large:*").size(), 80U);
  EXPECT_EQ(names("*").size(), 180U);
  EXPECT_EQ(names("*:*").size(), 180U);
  EXPECT_EQ(names("large:1000_*").size(), 40U);
  EXPECT_EQ(names("*:*_25_1"),
            (std::vector<std::string>{"medium:100_25_1", "medium:200_25_1", "medium:300_25_1",
                                      "large:1000_25_1", "large:2000_25_1"}));
  EXPECT_EQ(names("large:2000_100_?").size(), 9U);
  EXPECT_EQ(names("medium:300_25_*").back(), "medium:300_25_10");
  EXPECT_EQ(names("medium:300_25_*")[1], "medium:300_25_2");
  EXPECT_EQ(names("l*:?000_*0_10").size(), 4U);
  EXPECT_EQ(names("**1000**_25*_1**").size(), 2U);  // 1 and 10
}

TEST(Published, UnknownNamesGetTheNearest) {
  EXPECT_EQ(published_error("large:1000_75_11"),
            "unknown published instance 'large:1000_75_11'; did you mean 'large:1000_75_1'? known: "
            "medium:100_25_1 .. medium:300_50_10, large:1000_25_1 .. large:2000_100_10");
  EXPECT_EQ(published_error("medium:300_25_0"),
            "unknown published instance 'medium:300_25_0'; did you mean 'medium:300_25_1'? known: "
            "medium:100_25_1 .. medium:300_50_10, large:1000_25_1 .. large:2000_100_10");
  EXPECT_EQ(
      published_error("large:3000_*"),
      "no published instance matches the pattern 'large:3000_*'; did you mean 'large:1000_*'? "
      "known: medium:100_25_1 .. medium:300_50_10, large:1000_25_1 .. large:2000_100_10");
  EXPECT_EQ(
      published_error("large:"),
      "unknown published instance 'large:'; did you mean 'large:*'? known: medium:100_25_1 .. "
      "medium:300_50_10, large:1000_25_1 .. large:2000_100_10");
  EXPECT_EQ(published_error("large:something entirely different"),
            "unknown published instance 'large:something entirely different'; known: "
            "medium:100_25_1 .. medium:300_50_10, large:1000_25_1 .. large:2000_100_10");
  EXPECT_NE(published_error(""), "no error");
}

TEST(Published, ASuiteBeforeTheColonMeansPublished) {
  for (const char* text : {"large:1000_25_1", "medium:*", "large:", "*:x", "l*:", "mediu?:1"})
    EXPECT_TRUE(names_published(text)) << text;
  for (const char* text :
       {"large", "large.txt", "larger:1", "C:file", "", ":", ":large", "./large:1"})
    EXPECT_FALSE(names_published(text)) << text;
  ASSERT_EQ(published_suites().size(), 2U);
  EXPECT_EQ(published_suites()[0].name, "medium");
  EXPECT_EQ(published_suites()[1].name, "large");
}

TEST(Published, KnownInstancesAreRecognisedByTheirNumbers) {
  const QkpInstance known = build("large:1000_50_7");
  const QkpInstance renamed = changed(known, [](auto& data) { data.name = "mine"; });
  ASSERT_NE(find_published(renamed), nullptr);
  EXPECT_EQ(find_published(renamed)->full_name(), "large:1000_50_7");

  EXPECT_EQ(find_published(changed(known, [](auto& data) { ++data.capacity; })), nullptr);
  EXPECT_EQ(find_published(changed(known, [](auto& data) { data.profit_digits = 1; })), nullptr);
  // The same key figures, different numbers.
  EXPECT_EQ(find_published(changed(known,
                                   [](auto& data) {
                                     const auto other = std::ranges::find_if(
                                         data.weight,
                                         [&](Weight w) { return w != data.weight[0]; });
                                     std::swap(data.weight[0], *other);
                                   })),
            nullptr);
}

TEST(Published, DoctoredTablesAreCaught) {
  PublishedInstance wrong = *match_published("medium:100_25_1").front();
  wrong.seed += 1;
  EXPECT_THROW((void)build_published(wrong), std::logic_error);
  PublishedInstance wrong_checksum = *match_published("medium:100_25_1").front();
  wrong_checksum.sha256 = published_instances()[1].sha256;
  EXPECT_THROW((void)published_text(wrong_checksum), std::logic_error);
}

TEST(Published, TheTableCanBeReadByManyThreadsAtOnce) {
  std::vector<std::jthread> threads;
  std::vector<std::size_t> sizes(8);
  for (std::size_t t = 0; t < sizes.size(); ++t)
    threads.emplace_back([&sizes, t] { sizes[t] = published_instances().size(); });
  threads.clear();
  for (const std::size_t size : sizes) EXPECT_EQ(size, 180U);
}

}  // namespace
}  // namespace spinsack
