// SPDX-License-Identifier: Apache-2.0
#include "problem/kcut/lane_labels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "problem/kcut/lane_labels.cpp"
#include "sampler/lane_law.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since it is compiled once for each.
#include "sampler/lane_streams-inl.hpp"

#include <cstddef>
#include <cstdlib>

HWY_BEFORE_NAMESPACE();
namespace spinsack::kcut::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

bool lanes_available_here() { return false; }
void sweep_lanes_here(LaneLabels&, const ByteLaw&) {}

#else

namespace hn = hwy::HWY_NAMESPACE;
using spinsack::HWY_NAMESPACE::Streams;

using Bytes = hn::CappedTag<std::uint8_t, LaneLabels::lanes>;
using SignedBytes = hn::RebindToSigned<Bytes>;
using ByteVec = hn::Vec<Bytes>;
using GainVec = hn::Vec<SignedBytes>;

// Another part than its own, for each lane. Parts is known to the compiler where it is small, or 0.
template <int Parts>
HWY_INLINE ByteVec offered(ByteVec own, ByteVec random, int all_parts) {
  const Bytes d;
  if constexpr (Parts == 2) return hn::Xor(own, hn::Set(d, std::uint8_t{1}));
  ByteVec shift;
  if constexpr (Parts == 3) {
    shift = hn::Add(hn::And(random, hn::Set(d, std::uint8_t{1})), hn::Set(d, std::uint8_t{1}));
  } else {
    // random * (parts - 1) / 256, for the even and the odd bytes.
    const hn::Repartition<std::uint16_t, Bytes> wide;
    const auto choices = hn::Set(wide, static_cast<std::uint16_t>(all_parts - 1));
    const auto pairs = hn::BitCast(wide, random);
    const auto low = hn::Set(wide, std::uint16_t{0xFF});
    const auto even = hn::ShiftRight<8>(hn::Mul(hn::And(pairs, low), choices));
    const auto odd = hn::AndNot(low, hn::Mul(hn::ShiftRight<8>(pairs), choices));
    shift = hn::Add(hn::BitCast(d, hn::Or(even, odd)), hn::Set(d, std::uint8_t{1}));
  }
  // From 255 on the sum of part and shift may leave the byte: the distance to the end is compared instead.
  const auto parts = hn::Set(d, static_cast<std::uint8_t>(all_parts));
  const auto stays = hn::Lt(shift, hn::Sub(parts, own));
  return hn::Add(hn::IfThenElse(stays, own, hn::Sub(own, parts)), shift);
}

// Which lanes take a move that gains so much: exp(gain / T) in two digits of a byte each, from the table.
HWY_INLINE hn::Mask<Bytes> takers(const ByteLaw& law, GainVec gain, ByteVec first, ByteVec second) {
  const Bytes d;
  const SignedBytes ds;
  const auto loss = hn::Sub(hn::Zero(ds), gain);
  auto p1 = hn::Zero(d);
  auto p2 = hn::Zero(d);
  for (int t = 0; t < law.tables; ++t) {
    // An index into table t becomes its place there; all others get the high bit, and find 0.
    const auto raised = hn::SaturatedAdd(
        hn::Xor(hn::BitCast(d, loss), hn::Set(d, static_cast<std::uint8_t>(16 * t))),
        hn::Set(d, std::uint8_t{0x70}));
    const auto index = hn::And(raised, hn::Set(d, std::uint8_t{0x8F}));
    p1 = hn::Or(p1, hn::TableLookupBytesOr0(hn::LoadDup128(d, law.first.data() + 16 * t), index));
    p2 = hn::Or(p2, hn::TableLookupBytesOr0(hn::LoadDup128(d, law.second.data() + 16 * t), index));
  }
  const auto free = hn::RebindMask(d, hn::Lt(loss, hn::Set(ds, std::int8_t{1})));
  const auto equal = hn::And(hn::Eq(first, p1), hn::Lt(second, p2));
  return hn::Or(free, hn::Or(hn::Lt(first, p1), equal));
}

// What the neighbours of a piece add to the gain of a move.
HWY_INLINE GainVec gain_of_piece(const LaneGraph& graph, std::uint32_t piece,
                                 const std::uint8_t* HWY_RESTRICT label, ByteVec own,
                                 ByteVec other) {
  const Bytes d;
  const SignedBytes ds;
  auto gain = hn::Zero(ds);
  for (std::uint32_t e = graph.edge[piece]; e < graph.edge[piece + 1]; ++e) {
    const auto there = hn::Load(d, label + at(graph.neighbour[e]) * LaneLabels::lanes);
    const auto weight = hn::Set(ds, graph.weight[e]);
    gain = hn::Add(gain, hn::IfThenElseZero(hn::RebindMask(ds, hn::Eq(there, own)), weight));
    gain = hn::Sub(gain, hn::IfThenElseZero(hn::RebindMask(ds, hn::Eq(there, other)), weight));
  }
  return gain;
}

// The gain of a vertex with several pieces, cut off at -127 and 127: the even and the odd bytes of the pieces are summed
// in 16 bits.
HWY_NOINLINE GainVec gain_of_hub(const LaneGraph& graph, std::size_t v,
                                 const std::uint8_t* HWY_RESTRICT label, ByteVec own,
                                 ByteVec other) {
  const SignedBytes ds;
  const hn::Repartition<std::int16_t, SignedBytes> wide;
  auto even = hn::Zero(wide);
  auto odd = hn::Zero(wide);
  for (std::uint32_t p = graph.piece[v]; p < graph.piece[v + 1]; ++p) {
    const auto pairs = hn::BitCast(wide, gain_of_piece(graph, p, label, own, other));
    even = hn::Add(even, hn::ShiftRight<8>(hn::ShiftLeft<8>(pairs)));
    odd = hn::Add(odd, hn::ShiftRight<8>(pairs));
  }
  const auto least = hn::Set(wide, std::int16_t{-127});
  const auto most = hn::Set(wide, std::int16_t{127});
  even = hn::Min(hn::Max(even, least), most);
  odd = hn::Min(hn::Max(odd, least), most);
  const auto low = hn::Set(wide, std::int16_t{0xFF});
  return hn::BitCast(ds, hn::Or(hn::And(even, low), hn::ShiftLeft<8>(odd)));
}

template <int Parts>
void sweep_parts(LaneLabels& state, const ByteLaw& law) {
  const Bytes d;
  const LaneGraph& graph = *state.graph;
  constexpr std::size_t lanes = LaneLabels::lanes;
  for (std::size_t l = 0; l < lanes; l += hn::Lanes(d)) {
    // Eight lanes read from a stream.
    Streams first(state.random, l / 8);
    Streams second(state.random, 8 + l / 8);
    Streams offers(state.random, 16 + l / 8);
    std::uint8_t* HWY_RESTRICT label = state.label.data() + l;
    for (std::size_t v = 0; v < at(graph.size); ++v) {
      const auto own = hn::Load(d, label + v * lanes);
      const auto drawn = Parts == 2 ? own : hn::BitCast(d, offers.next());
      const auto other = offered<Parts>(own, drawn, graph.parts);
      const std::uint32_t piece = graph.piece[v];
      const auto gain = piece + 1 == graph.piece[v + 1]
                            ? gain_of_piece(graph, piece, label, own, other)
                            : gain_of_hub(graph, v, label, own, other);
      const auto taken =
          takers(law, gain, hn::BitCast(d, first.next()), hn::BitCast(d, second.next()));
      hn::Store(hn::IfThenElse(taken, other, own), d, label + v * lanes);
    }
    first.store(state.random, l / 8);
    second.store(state.random, 8 + l / 8);
    offers.store(state.random, 16 + l / 8);
  }
}

bool lanes_available_here() { return true; }

void sweep_lanes_here(LaneLabels& state, const ByteLaw& law) {
  switch (state.graph->parts) {
    case 2:
      return sweep_parts<2>(state, law);
    case 3:
      return sweep_parts<3>(state, law);
    default:
      return sweep_parts<0>(state, law);
  }
}

#endif

}  // namespace
}  // namespace spinsack::kcut::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack::kcut {
namespace {

HWY_EXPORT(lanes_available_here);
HWY_EXPORT(sweep_lanes_here);

constexpr Value reach = 127;

}  // namespace

LaneGraph::LaneGraph(const Graph& graph) : size(graph.size()), parts(graph.parts()) {
  Value pull = 0;  // of the piece so far
  const auto begin_piece = [&] {
    edge.push_back(static_cast<std::uint32_t>(neighbour.size()));
    pull = 0;
  };
  for (Index v = 0; v < size; ++v) {
    piece.push_back(static_cast<std::uint32_t>(edge.size()));
    begin_piece();
    const auto ends = graph.neighbours(v);
    const auto weights = graph.weights(v);
    for (std::size_t e = 0; e < ends.size(); ++e) {
      if (pull + std::abs(weights[e]) > reach) begin_piece();
      pull += std::abs(weights[e]);
      neighbour.push_back(ends[e]);
      weight.push_back(static_cast<std::int8_t>(weights[e]));
    }
  }
  piece.push_back(static_cast<std::uint32_t>(edge.size()));
  begin_piece();
}

bool LaneGraph::fits(const Graph& graph, double hottest) {
  if (graph.largest_pull() > INT16_MAX || graph.edges() >= INT32_MAX) return false;
  constexpr double hottest_of_hubs = 11;  // exp(-127 / 11) < 2^-16
  if (graph.largest_pull() > reach && hottest > hottest_of_hubs) return false;
  bool bytes = true;
  graph.for_each_edge([&](Index, Index, Value weight) { bytes &= std::abs(weight) <= reach; });
  return bytes && HWY_DYNAMIC_DISPATCH(lanes_available_here)();
}

LaneLabels::LaneLabels(const LaneGraph& lane_graph, std::uint64_t seed, std::uint64_t stream)
    : graph(&lane_graph),
      label(at(lane_graph.size) * lanes, 0),
      random(LaneStreams{.seed = seed, .common = stream}),
      start(seed, stream ^ std::uint64_t{1} << 32) {}

void LaneLabels::randomise() {
  for (std::uint8_t& part : label)
    part = static_cast<std::uint8_t>(start.integer(0, graph->parts - 1));
}

void LaneLabels::assign(int lane, LabelView labels) {
  for (std::size_t v = 0; v < labels.size(); ++v)
    label[v * lanes + static_cast<std::size_t>(lane)] = static_cast<std::uint8_t>(labels[v]);
}

void LaneLabels::copy_lanes(std::span<const std::uint8_t> source) {
  std::vector<std::size_t> changed;
  for (std::size_t l = 0; l < lanes; ++l)
    if (source[l] != l) changed.push_back(l);
  for (std::size_t row = 0; row < label.size(); row += lanes)
    for (const std::size_t l : changed) label[row + l] = label[row + source[l]];
}

Labels LaneLabels::labels(int lane) const {
  Labels result(at(graph->size));
  for (std::size_t v = 0; v < result.size(); ++v)
    result[v] = label[v * lanes + static_cast<std::size_t>(lane)];
  return result;
}

std::array<Value, LaneLabels::lanes> LaneLabels::cuts() const {
  std::array<Value, lanes> sums{};
  for (std::size_t v = 0; v < at(graph->size); ++v) {
    const std::uint8_t* const own = label.data() + v * lanes;
    std::array<std::int16_t, lanes> of_vertex{};
    for (std::uint32_t e = graph->first_edge(v); e < graph->first_edge(v + 1); ++e) {
      if (at(graph->neighbour[e]) < v) continue;
      const std::uint8_t* const there = label.data() + at(graph->neighbour[e]) * lanes;
      const std::int16_t weight = graph->weight[e];
      for (std::size_t l = 0; l < lanes; ++l)
        of_vertex[l] = static_cast<std::int16_t>(of_vertex[l] + (own[l] != there[l] ? weight : 0));
    }
    for (std::size_t l = 0; l < lanes; ++l) sums[l] += of_vertex[l];
  }
  return sums;
}

void LaneLabels::sweep(double temperature) {
  const ByteLaw law(0.5, temperature, reach);
  HWY_DYNAMIC_DISPATCH(sweep_lanes_here)(*this, law);
}

void anneal(LaneLabels& lanes, const HeatRange& heat, AnnealLength length, StopCheck& watch,
            Work& work, const std::function<void(double)>& swept) {
  const std::int64_t visits = std::int64_t{lanes.graph->size} * LaneLabels::lanes;
  while (length.progress() < 1) {
    const double temperature = heat.at_share(1 - length.progress());
    lanes.sweep(temperature);
    if (swept) swept(temperature);
    length.swept();
    work.sweeps += LaneLabels::lanes;
    work.visits += visits;
    if (watch.stop_after(visits)) break;
  }
}

}  // namespace spinsack::kcut
#endif
