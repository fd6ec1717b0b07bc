// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/potts_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace spinsack::kcut {
namespace {

// The streams of parts to try and of first parts, apart from that of the thresholds.
constexpr std::uint64_t offer_stream = std::uint64_t{1} << 63U;
constexpr std::uint64_t start_stream = std::uint64_t{1} << 62U;

// Halvings after which no pull exceeds 2^30.
int halvings(const Graph& graph) {
  int count = 0;
  while ((graph.largest_pull() >> count) > (Value{1} << 30)) ++count;
  return count;
}

}  // namespace

PottsGraph::PottsGraph(const Graph& graph)
    : size_(graph.size()),
      padded_((graph.size() + block_size - 1) / block_size * block_size),
      parts_(graph.parts()) {
  const double unit = std::ldexp(1.0, -halvings(graph));
  start_.push_back(0);
  links_.reserve(static_cast<std::size_t>(2 * graph.edges()));
  later_in_block_.assign(at(size_), 0);
  double squares = 0;
  for (Index v = 0; v < size_; ++v) {
    const auto ends = graph.neighbours(v);
    const auto weights = graph.weights(v);
    for (std::size_t e = 0; e < ends.size(); ++e) {
      const double weight = std::trunc(static_cast<double>(weights[e]) * unit);
      if (weight == 0) continue;
      links_.push_back({ends[e], static_cast<std::int32_t>(weight)});
      squares += weight * weight;
      if (ends[e] > v && ends[e] / block_size == v / block_size)
        later_in_block_[at(v)] |= static_cast<std::uint16_t>(1U << (ends[e] % block_size));
    }
    start_.push_back(links_.size());
  }
  typical_pull_ = std::sqrt(squares / size_);
  if (links_.empty()) return;
  std::vector<std::int32_t> sizes;
  sizes.reserve(links_.size());
  for (const Link& link : links_) sizes.push_back(std::abs(link.weight));
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::ranges::nth_element(sizes, middle);
  typical_weight_ = *middle;
}

PottsState::PottsState(const PottsGraph& the_graph, std::uint64_t seed, std::uint64_t stream)
    : graph(&the_graph),
      label(at(the_graph.padded()), 0),
      pull(at(the_graph.padded()) * static_cast<std::size_t>(the_graph.parts()), 0),
      random(seed, stream),
      offers(seed, stream ^ offer_stream),
      start(seed, stream ^ start_stream) {
  assign(Labels(at(the_graph.size()), 0));
}

void PottsState::assign(LabelView labels) {
  const auto plane = at(graph->padded());
  std::ranges::copy(labels, label.begin());
  std::ranges::fill(pull, 0);
  for (Index v = 0; v < graph->size(); ++v)
    for (const Link& link : graph->links(v))
      pull[label[at(link.end)] * plane + at(v)] += link.weight;
  gained = 0;
}

void PottsState::randomise() {
  Labels labels(at(graph->size()));
  for (std::uint8_t& part : labels)
    part = static_cast<std::uint8_t>(start.integer(0, graph->parts() - 1));
  assign(labels);
}

}  // namespace spinsack::kcut
