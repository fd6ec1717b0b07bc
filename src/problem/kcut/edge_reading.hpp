// SPDX-License-Identifier: Apache-2.0
// Edges as they come from a file, with the place of each, so that a broken rule is told where it is broken.
#pragma once

#include "core/text_reader.hpp"
#include "problem/kcut/graph.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace spinsack::kcut {

class EdgeReading {
 public:
  // Takes the numbers of vertices and edges from the line that announces them.
  EdgeReading(TextReader& reader, int parts);  // keeps a reference

  // One line `u v` or `u v weight` from where the reader stands, vertices from 1. InputError at the place of what is
  // wrong: no such vertex, a loop, text behind the weight, more edges than announced, weights that add up to too much.
  void read_edge();
  // Whether an edge may stand twice, once from each end, as in some DIMACS files; such a pair counts once.
  void allow_both_directions() { both_directions_ = true; }

  // At the end of the file: the graph. InputError where edges are missing or stand twice.
  [[nodiscard]] Graph finish(std::string name);

 private:
  struct Entry {
    Edge edge;
    std::size_t offset = 0;  // in the file
  };
  void add(Index u, Index v, Value weight, std::size_t offset);
  [[nodiscard]] std::vector<Edge> edges_once();

  TextReader& reader_;
  int parts_;
  Index vertices_ = 0;
  std::int64_t announced_ = 0;
  std::vector<Entry> entries_;
  std::uint64_t sum_ = 0;  // of the weights without their signs
  bool both_directions_ = false;
};

// On to the next line with something to read that does not begin with mark; false at the end of the file.
[[nodiscard]] bool next_line(TextReader& reader, char mark);

}  // namespace spinsack::kcut
