// SPDX-License-Identifier: Apache-2.0
#include "qubo/published_graph.hpp"

#include "core/sha256.hpp"
#include "qubo/form_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace spinsack::test {
namespace {

const PublishedGraph& graph(std::string_view name) { return *match_published_graphs(name).front(); }

TEST(PublishedGraphs, AreSeventyOneOfTheGsetAndK2000) {
  EXPECT_EQ(match_published_graphs("gset:*").size(), 71U);
  EXPECT_EQ(match_published_graphs("wk:*").size(), 1U);
  std::set<std::string_view> files;
  for (const PublishedGraph& each : published_graphs()) {
    EXPECT_TRUE(files.insert(each.sha256).second) << each.full_name();
    EXPECT_GT(each.best_cut, 0) << each.full_name();
    EXPECT_FALSE(each.source.empty()) << each.full_name();
  }
  EXPECT_EQ(graph("gset:G1").best_cut, 11624);
  EXPECT_EQ(graph("wk:2000_1").best_cut, 33337);
}

TEST(PublishedGraphs, AreRebuiltByteForByte) {
  for (const PublishedGraph& each : published_graphs()) {
    const std::string text = published_graph_text(each);
    EXPECT_EQ(sha256(text), each.sha256) << each.full_name();
    EXPECT_EQ(static_cast<std::int64_t>(text.size()), each.bytes) << each.full_name();
  }
}

TEST(PublishedGraphs, HaveTheHeaderOfRudy) {
  EXPECT_TRUE(published_graph_text(graph("gset:G11")).starts_with("800 1600 \n"));
}

TEST(PublishedGraphs, AreTheModelsOfTheirFiles) {
  // One of each kind, with and without signs.
  for (const char* const name :
       {"gset:G1", "gset:G6", "gset:G11", "gset:G14", "gset:G18", "gset:G48", "gset:G55"}) {
    const QuadraticForm form = build_published_graph(graph(name));
    EXPECT_TRUE(same_form(read_text("gset", published_graph_text(graph(name))), form)) << name;
    EXPECT_EQ(find_published_graph(form), &graph(name));
  }
}

TEST(PublishedGraphs, AreRecognisedInOtherFormatsButNotWhenChanged) {
  const PublishedGraph& g11 = graph("gset:G11");
  QuadraticForm form = read_text("coo", written("coo", build_published_graph(g11)));
  EXPECT_EQ(find_published_graph(form), &g11);
  form.constant += 1;
  EXPECT_EQ(find_published_graph(form), nullptr);
  std::string text = published_graph_text(g11);
  const std::size_t last = text.rfind(' ') + 1;
  text = text.substr(0, last) + (text[last] == '-' ? "1\n" : "-1\n");
  EXPECT_EQ(find_published_graph(read_text("gset", text)), nullptr);
}

TEST(PublishedGraphs, ATableThatDisagreesIsAnError) {
  PublishedGraph wrong = graph("gset:G11");
  wrong.sha256 = graph("gset:G12").sha256;
  EXPECT_THROW(static_cast<void>(published_graph_text(wrong)), std::logic_error);
  wrong.edges += 1;
  EXPECT_THROW(static_cast<void>(build_published_graph(wrong)), std::logic_error);
  wrong.recipe.kind = "tree";
  EXPECT_THROW(static_cast<void>(build_published_graph(wrong)), std::logic_error);
}

TEST(PublishedGraphs, UnknownNamesGetTheNearestOne) {
  EXPECT_TRUE(names_published_graph("gset:G1"));
  EXPECT_TRUE(names_published_graph("g*:x"));
  EXPECT_FALSE(names_published_graph("large:1000_75_5"));
  EXPECT_FALSE(names_published_graph("G1"));
  EXPECT_EQ(
      message_of([] { static_cast<void>(match_published_graphs("gset:g1")); }),
      "unknown published model 'gset:g1'; did you mean 'gset:G1'? known: gset:G1 .. gset:G81, "
      "wk:2000_1");
  EXPECT_EQ(message_of([] { static_cast<void>(match_published_graphs("gset:H*")); }),
            "no published model matches the pattern 'gset:H*'; did you mean 'gset:*'? known: "
            "gset:G1 .. gset:G81, wk:2000_1");
}

}  // namespace
}  // namespace spinsack::test
