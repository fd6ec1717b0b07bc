// SPDX-License-Identifier: Apache-2.0
// A reader of graphs ends in a graph or in an Error; what is written of the graph reads back as the same.
#pragma once

#include "core/error.hpp"
#include "core/file.hpp"
#include "problem/kcut/graph.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace spinsack::test {

template <class Detect, class Read, class Write>
int fuzz_graph(Detect detect, Read read, Write write, const std::uint8_t* data, std::size_t size) {
  const InputFile file{"fuzz", std::string(data, data + size)};
  static_cast<void>(detect(std::string_view(file.text)));
  std::optional<kcut::Graph> graph;
  try {
    graph = read(file, 2);
  } catch (const Error&) {
    return 0;
  }
  if (graph->size() > 4096) return 0;  // a line can ask for millions, and they take long to write
  const auto text_of = [&](const kcut::Graph& g) {
    return write_string([&](TextWriter& out) { write(g, out); });
  };
  const std::string text = text_of(*graph);
  if (text_of(read(InputFile{"again", text}, 2)) != text) std::abort();
  return 0;
}

}  // namespace spinsack::test
