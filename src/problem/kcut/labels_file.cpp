// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/labels_file.hpp"

#include "core/text_reader.hpp"
#include "problem/kcut/edge_reading.hpp"

#include <fmt/format.h>

#include <vector>

namespace spinsack::kcut {

Labels read_labels(const InputFile& file, const Graph& graph) {
  struct Found {
    std::int64_t label;
    std::size_t offset;
  };
  TextReader reader(file.name, file.text);
  std::vector<Found> found;
  bool from_zero = false;
  while (next_line(reader, '#')) {
    if (found.size() == at(graph.size()))
      reader.fail_next(
          fmt::format("the end of the file after {} labels, one per vertex", graph.size()));
    const std::size_t offset = reader.offset();
    found.push_back({reader.integer("a part", 0, graph.parts()), offset});
    from_zero = from_zero || found.back().label == 0;
  }
  if (found.size() < at(graph.size()))
    reader.fail_next(
        fmt::format("{} labels, one per vertex, after the {} so far", graph.size(), found.size()));
  Labels labels;
  for (const Found& part : found) {
    if (from_zero && part.label == graph.parts())
      reader.fail_at(part.offset,
                     fmt::format("expected parts 0..{}, as 0 occurs in the file, found {}",
                                 graph.parts() - 1, part.label));
    labels.push_back(static_cast<std::uint8_t>(part.label - (from_zero ? 0 : 1)));
  }
  return labels;
}

}  // namespace spinsack::kcut
