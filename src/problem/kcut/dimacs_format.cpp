// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/dimacs_format.hpp"

#include "core/file_name.hpp"
#include "core/text_reader.hpp"
#include "problem/kcut/edge_reading.hpp"

#include <fmt/format.h>

namespace spinsack::kcut {
namespace {

bool is_graph_kind(std::string_view word) {
  return word == "edge" || word == "col" || word == "edges";
}

}  // namespace

bool detect_dimacs(std::string_view text) {
  TextReader reader({}, text);
  if (!next_line(reader, 'c')) return false;
  return reader.next() == "p" && is_graph_kind(reader.next());
}

Graph read_dimacs(const InputFile& file, int parts) {
  TextReader reader(file.name, file.text);
  if (!next_line(reader, 'c') || reader.peek() != "p") reader.fail_next("the line 'p edge n m'");
  reader.next();
  if (!is_graph_kind(reader.peek())) reader.fail_next("'edge' or 'col'");
  reader.next();
  EdgeReading edges(reader, parts);
  edges.allow_both_directions();
  while (next_line(reader, 'c')) {
    if (reader.peek() != "e") reader.fail_next("'e', an edge");
    reader.next();
    if (!reader.more_on_line())
      reader.fail_at(reader.offset(), "expected a vertex, found the end of the line");
    edges.read_edge();
  }
  return edges.finish(name_from_path(file.name));
}

void write_dimacs(const Graph& graph, TextWriter& out) {
  bool plain = true;
  graph.for_each_edge([&](Index, Index, Value weight) { plain = plain && weight == 1; });
  out.text(fmt::format("p edge {} {}\n", graph.size(), graph.edges()));
  graph.for_each_edge([&](Index u, Index v, Value weight) {
    out.text("e ");
    out.integer(u + 1);
    out.text(" ");
    out.integer(v + 1);
    if (!plain) {
      out.text(" ");
      out.integer(weight);
    }
    out.text("\n");
  });
}

}  // namespace spinsack::kcut
