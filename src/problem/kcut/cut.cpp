// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/cut.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <array>

namespace spinsack::kcut {

std::string broken_rule(const Graph& graph, LabelView labels) {
  if (labels.size() != at(graph.size()))
    return fmt::format("expected {} labels, one per vertex, found {}", graph.size(), labels.size());
  for (std::size_t v = 0; v < labels.size(); ++v)
    if (labels[v] >= graph.parts())
      return fmt::format("expected a part 0..{} for vertex {}, found {}", graph.parts() - 1, v,
                         labels[v]);
  return {};
}

Value cut_value(const Graph& graph, LabelView labels) {
  if (const std::string rule = broken_rule(graph, labels); !rule.empty())
    throw InvalidInstance(fmt::format("{}: {}", graph.name(), rule));
  Value cut = 0;
  graph.for_each_edge([&](Index u, Index v, Value weight) {
    if (labels[at(u)] != labels[at(v)]) cut += weight;
  });
  return cut;
}

Labels canonical(LabelView labels) {
  std::array<int, 256> renamed{};  // 0: not met yet
  int met = 0;
  Labels result;
  result.reserve(labels.size());
  for (const std::uint8_t label : labels) {
    if (renamed[label] == 0) renamed[label] = ++met;
    result.push_back(static_cast<std::uint8_t>(renamed[label] - 1));
  }
  return result;
}

int parts_used(LabelView labels) {
  std::array<bool, 256> used{};
  int count = 0;
  for (const std::uint8_t label : labels) {
    count += used[label] ? 0 : 1;
    used[label] = true;
  }
  return count;
}

}  // namespace spinsack::kcut
