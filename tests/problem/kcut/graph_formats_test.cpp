// SPDX-License-Identifier: Apache-2.0
#include "exchange/answer_file.hpp"
#include "problem/kcut/cut_support.hpp"
#include "problem/kcut/dimacs_format.hpp"
#include "problem/kcut/kcut_problem.hpp"
#include "problem/kcut/labels_file.hpp"
#include "problem/kcut/rudy_format.hpp"

#include <gtest/gtest.h>

namespace spinsack::kcut::test {
namespace {

Graph rudy(const std::string& text, int parts = 2) { return read_rudy({"g.rud", text}, parts); }
Graph dimacs(const std::string& text, int parts = 2) { return read_dimacs({"g.col", text}, parts); }
std::string refused_rudy(const std::string& text, int parts = 2) {
  return message_of([&] { return rudy(text, parts); });
}
std::string refused_dimacs(const std::string& text) {
  return message_of([&] { return dimacs(text); });
}

TEST(RudyFormat, ReadsWeightsOfEitherSignAndNone) {
  const Graph graph =
      rudy("# a comment\n 4 3 \r\n1 2 -7\n\n2 3\n# another\n4 1 9223372036854775\n", 3);
  EXPECT_EQ(graph.name(), "g");
  EXPECT_EQ(graph.size(), 4);
  EXPECT_EQ(graph.parts(), 3);
  EXPECT_EQ(graph.weight(), 9223372036854775 - 7 + 1);
}

TEST(RudyFormat, RefusesWithThePlace) {
  EXPECT_EQ(refused_rudy(""),
            "g.rud:1:1: expected the line 'n m' of a graph, found the end of the file");
  EXPECT_EQ(refused_rudy("1 0\n"),
            "g.rud:1:1: expected the number of vertices in 2..10000000, found 1");
  EXPECT_EQ(refused_rudy("3\n1 2 1\n"),
            "g.rud:1:2: expected the number of edges, found the end of the line");
  EXPECT_EQ(refused_rudy("3 -1\n"), "g.rud:1:3: expected the number of edges in 0..6, found -1");
  EXPECT_EQ(refused_rudy("3 1 4\n1 2 1\n"),
            "g.rud:1:5: expected the end of the line after the number of edges, found '4'");
  EXPECT_EQ(refused_rudy("3 2\n1 2 1\n2 2 5\n"),
            "g.rud:3:1: expected two different vertices, found 2 twice");
  EXPECT_EQ(refused_rudy("3 2\n1 2 1\n3 4 5\n"), "g.rud:3:3: expected a vertex in 1..3, found 4");
  EXPECT_EQ(refused_rudy("3 2\n1 2 1\n0 2 5\n"), "g.rud:3:1: expected a vertex in 1..3, found 0");
  EXPECT_EQ(
      refused_rudy("3 3\n1 2 1\n2 3 1\n2 1 1\n"),
      "g.rud:4:1: expected every edge once, found that of vertices 2 and 1 again, after line 2");
  EXPECT_EQ(refused_rudy("3 2\n1 2 1\n"),
            "g.rud:3:1: expected 2 edges, as announced, found 1 before the end of the file");
  EXPECT_EQ(refused_rudy("3 1\n1 2 1\n2 3 1\n"),
            "g.rud:3:1: expected the end of the file after 1 edges, as announced, found more");
  EXPECT_EQ(refused_rudy("3 1\n1 2 1 8\n"),
            "g.rud:2:7: expected the end of the line after the weight, found '8'");
  EXPECT_EQ(refused_rudy("3 1\n1 2 1.5\n"), "g.rud:2:5: expected an integer weight, found '1.5'");
  EXPECT_EQ(refused_rudy("3 2\n1\n2 3 1\n"),
            "g.rud:2:2: expected a second vertex, found the end of the line");
  EXPECT_EQ(
      refused_rudy("3 1\n1 2 99999999999999999999\n"),
      "g.rud:2:5: expected an integer weight that fits 64 bits, found '99999999999999999999'");
  EXPECT_EQ(refused_rudy("3 2\n1 2 2305843009213693952\n2 3 -1\n"),
            "g.rud:3:1: expected weights that add up to at most 2^61 = 2305843009213693952 without "
            "their signs, "
            "found more from here on");
  EXPECT_EQ(refused_rudy("3 1\n1 2 1\n", 4),
            "g.rud:1:1: expected at least as many vertices as parts, 4, found 3");
}

TEST(DimacsFormat, ReadsEdgesFromOneEndOrBoth) {
  const Graph once = dimacs("c hello\np edge 3 2\ne 1 2\ne 2 3\n");
  const Graph both = dimacs("p col 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n");
  EXPECT_EQ(once.edges(), 2);
  EXPECT_EQ(both.edges(), 2);
  EXPECT_EQ(once.weight(), both.weight());
  EXPECT_EQ(dimacs("p edge 3 1\ne 1 2 -4\n").weight(), -4);
}

TEST(DimacsFormat, RefusesWithThePlace) {
  EXPECT_EQ(refused_dimacs("c only\n"),
            "g.col:2:1: expected the line 'p edge n m', found the end of the file");
  EXPECT_EQ(refused_dimacs("p cnf 3 2\n"), "g.col:1:3: expected 'edge' or 'col', found 'cnf'");
  EXPECT_EQ(refused_dimacs("p edge 3 1\nd 1 2\n"), "g.col:2:1: expected 'e', an edge, found 'd'");
  EXPECT_EQ(refused_dimacs("p edge 3 1\ne\n"),
            "g.col:2:2: expected a vertex, found the end of the line");
  EXPECT_EQ(
      refused_dimacs("p edge 3 2\ne 1 2\ne 1 2\n"),
      "g.col:3:3: expected every edge once, found that of vertices 1 and 2 again, after line 2");
  EXPECT_EQ(
      refused_dimacs("p edge 3 3\ne 1 2\ne 2 1\ne 1 2\n"),
      "g.col:3:3: expected every edge once, found that of vertices 2 and 1 again, after line 2");
  EXPECT_EQ(refused_dimacs("p edge 3 1\ne 1 9\n"), "g.col:2:5: expected a vertex in 1..3, found 9");
}

TEST(GraphFormats, WhatIsWrittenReadsBack) {
  for (const Value low : {Value{-9}, Value{1}}) {
    const Graph graph = small_graph(30, 3, 0.3, low, low + 10, 5);
    const std::string text = write_string([&](TextWriter& out) { write_rudy(graph, out); });
    const std::string other = write_string([&](TextWriter& out) { write_dimacs(graph, out); });
    EXPECT_TRUE(detect_rudy(text));
    EXPECT_TRUE(detect_dimacs(other));
    EXPECT_FALSE(detect_rudy(other));
    EXPECT_FALSE(detect_dimacs(text));
    for (const Graph& read : {rudy(text, 3), dimacs(other, 3)})
      EXPECT_EQ(write_string([&](TextWriter& out) { write_rudy(read, out); }), text);
  }
}

TEST(LabelsFile, CountsFromZeroOrOne) {
  const Graph graph = rudy("4 1\n1 2\n", 3);
  const auto labels = [&](const std::string& text) { return read_labels({"p.txt", text}, graph); };
  EXPECT_EQ(labels("0 1 2 0\n"), (Labels{0, 1, 2, 0}));
  EXPECT_EQ(labels("# best\n1\n2\n3\n1\n"), (Labels{0, 1, 2, 0}));
  EXPECT_EQ(labels(write_string([&](TextWriter& out) {
              write_answer(drawn_instance(graph, {}), Labels{0, 2, 1, 0}, {}, out);
            })),
            (Labels{0, 2, 1, 0}));
  const auto refused = [&](const std::string& text) {
    return message_of([&] { return labels(text); });
  };
  EXPECT_EQ(refused("0 1 3 0\n"),
            "p.txt:1:5: expected parts 0..2, as 0 occurs in the file, found 3");
  EXPECT_EQ(refused("1 1 4 0\n"), "p.txt:1:5: expected a part in 0..3, found 4");
  EXPECT_EQ(refused("1 1 2\n"),
            "p.txt:2:1: expected 4 labels, one per vertex, after the 3 so far, found the end of "
            "the file");
  EXPECT_EQ(refused("1 1 2 2 1\n"),
            "p.txt:1:9: expected the end of the file after 4 labels, one per vertex, found '1'");
}

}  // namespace
}  // namespace spinsack::kcut::test
