// SPDX-License-Identifier: Apache-2.0
// A file of labels ends in one part for every vertex, or in an Error.
#include "core/error.hpp"
#include "problem/kcut/labels_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spinsack;
  static const kcut::Graph graph(
      {.name = "path", .vertices = 4, .parts = 3, .edges = {{0, 1, 1}, {1, 2, -2}, {2, 3, 3}}});
  try {
    const Labels labels = kcut::read_labels({"fuzz", std::string(data, data + size)}, graph);
    if (labels.size() != at(graph.size())) std::abort();
    for (const std::uint8_t part : labels)
      if (part >= graph.parts()) std::abort();
  } catch (const Error&) {  // a complaint is an answer
  }
  return 0;
}
