// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/part_crossing.hpp"

#include <algorithm>
#include <numeric>

namespace spinsack::kcut {
namespace {

// Up to so many parts all renamings are tried: 24 of them.
constexpr int few_parts = 4;

}  // namespace

std::vector<std::uint8_t> matching_names(LabelView labels, LabelView other, int parts) {
  struct Overlap {
    Index vertices;
    std::uint8_t from, to;
  };
  const auto k = static_cast<std::size_t>(parts);
  std::vector<Overlap> overlaps(k * k);
  for (std::size_t from = 0; from < k; ++from)
    for (std::size_t to = 0; to < k; ++to)
      overlaps[from * k + to] = {0, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
  for (std::size_t v = 0; v < labels.size(); ++v) ++overlaps[other[v] * k + labels[v]].vertices;
  std::ranges::stable_sort(overlaps, std::greater{}, &Overlap::vertices);
  std::vector<std::uint8_t> names(k, 0);
  std::vector<bool> named(k, false);
  std::vector<bool> taken(k, false);
  for (const Overlap& overlap : overlaps)
    if (!named[overlap.from] && !taken[overlap.to]) {
      names[overlap.from] = overlap.to;
      named[overlap.from] = taken[overlap.to] = true;
    }
  return names;
}

PartCrossing::PartCrossing(const Graph& graph)
    : graph_(&graph), renamed_(at(graph.size())), differs_(at(graph.size()), 0) {}

Value PartCrossing::improve(Labels& labels, LabelView other) {
  const std::vector<std::uint8_t> best = matching_names(labels, other, graph_->parts());
  Value gained = improve_renamed(labels, other, best);
  if (graph_->parts() > few_parts) return gained;
  std::vector<std::uint8_t> names = best;
  std::ranges::sort(names);
  do {
    if (names != best) gained += improve_renamed(labels, other, names);
  } while (std::ranges::next_permutation(names).found);
  return gained;
}

Value PartCrossing::improve_alike(Labels& labels, LabelView other) {
  std::vector<std::uint8_t> names(static_cast<std::size_t>(graph_->parts()));
  std::iota(names.begin(), names.end(), std::uint8_t{0});
  return improve_renamed(labels, other, names);
}

Value PartCrossing::improve_renamed(Labels& labels, LabelView other,
                                    const std::vector<std::uint8_t>& names) {
  for (std::size_t v = 0; v < labels.size(); ++v) {
    renamed_[v] = names[other[v]];
    differs_[v] = renamed_[v] != labels[v] ? 1 : 0;
  }
  Value gained = 0;
  for (Index v = 0; v < graph_->size(); ++v) {
    if (differs_[at(v)] == 0) continue;
    const Value gain = collect(labels, v);
    if (gain < 0) continue;
    gained += gain;
    for (const Index member : members_) labels[at(member)] = renamed_[at(member)];
  }
  return gained;
}

Value PartCrossing::collect(const Labels& labels, Index first) {
  members_.assign(1, first);
  differs_[at(first)] = 0;
  Value gain = 0;
  Value gain_inside = 0;  // twice that of the edges between members
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const Index u = members_[m];
    const auto ends = graph_->neighbours(u);
    const auto weights = graph_->weights(u);
    for (std::size_t e = 0; e < ends.size(); ++e) {
      const Index v = ends[e];
      const bool joined_now = labels[at(u)] == labels[at(v)];
      const bool joined_then = renamed_[at(u)] == renamed_[at(v)];
      const bool member = renamed_[at(v)] != labels[at(v)];
      if (joined_now != joined_then)
        (member ? gain_inside : gain) += joined_now ? weights[e] : -weights[e];
      if (differs_[at(v)] != 0) {
        differs_[at(v)] = 0;
        members_.push_back(v);
      }
    }
  }
  return gain + gain_inside / 2;
}

}  // namespace spinsack::kcut
