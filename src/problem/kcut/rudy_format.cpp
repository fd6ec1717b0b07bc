// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/rudy_format.hpp"

#include "core/file_name.hpp"
#include "core/text_reader.hpp"
#include "problem/kcut/edge_reading.hpp"

#include <fmt/format.h>

namespace spinsack::kcut {

// Two integers, then two or three: the vertices of an edge and its weight.
bool detect_rudy(std::string_view text) {
  TextReader reader({}, text);
  const auto next_integers = [&](int least, int most) {
    if (!next_line(reader, '#')) return false;
    TextReader line({}, reader.line());
    int count = 0;
    while (line.try_integer()) ++count;
    return !line.more() && count >= least && count <= most;
  };
  if (!next_integers(2, 2)) return false;
  TextReader ahead = reader;
  return !next_line(ahead, '#') || next_integers(2, 3);
}

Graph read_rudy(const InputFile& file, int parts) {
  TextReader reader(file.name, file.text);
  if (!next_line(reader, '#')) reader.fail_next("the line 'n m' of a graph");
  EdgeReading edges(reader, parts);
  while (next_line(reader, '#')) edges.read_edge();
  return edges.finish(name_from_path(file.name));
}

void write_rudy(const Graph& graph, TextWriter& out) {
  out.text(fmt::format("{} {}\n", graph.size(), graph.edges()));
  graph.for_each_edge([&](Index u, Index v, Value weight) {
    out.integer(u + 1);
    out.text(" ");
    out.integer(v + 1);
    out.text(" ");
    out.integer(weight);
    out.text("\n");
  });
}

}  // namespace spinsack::kcut
