// SPDX-License-Identifier: Apache-2.0
#include "sampler/lane_kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sampler/lane_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// Behind the loop over instruction sets, since they are compiled once for each.
#include "sampler/byte_lanes-inl.hpp"
#include "sampler/wide_lanes-inl.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#if defined(__linux__)
#include <sys/mman.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace spinsack::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

bool lanes_available_here() { return false; }
void randomise_lanes_here(LaneStates&, Index, Index) {}
void sweep_bytes_here(LaneStates&, const ByteLaw&, Index, Index) {}
void sweep_wide_here(LaneStates&, const LaneCosts&, Index, Index) {}
void keep_lanes_here(const LaneStates&, std::uint64_t, std::uint64_t*) {}

#else

bool lanes_available_here() { return true; }

void randomise_lanes_here(LaneStates& states, Index from, Index to) {
  if (states.in_bytes)
    byte_lanes<ByteRule::coin>(states, nullptr, from, to);
  else
    wide_lanes<WideRule::coin>(states, nullptr, from, to);
}

void sweep_bytes_here(LaneStates& states, const ByteLaw& law, Index from, Index to) {
  if (states.model->reach < 16)
    byte_lanes<ByteRule::one_table>(states, &law, from, to);
  else
    byte_lanes<ByteRule::tables>(states, &law, from, to);
}

void sweep_wide_here(LaneStates& states, const LaneCosts& costs, Index from, Index to) {
  wide_lanes<WideRule::metropolis>(states, &costs, from, to);
}

void keep_lanes_here(const LaneStates& states, std::uint64_t chosen, std::uint64_t* kept) {
  const ByteTag d;
  const std::size_t size = at(states.model->size);
  for (std::size_t v = 0; v < size; ++v) {
    std::uint64_t word = 0;
    auto* const bytes = reinterpret_cast<std::uint8_t*>(&word);
    for (std::size_t l = 0; l < lane_count; l += hn::Lanes(d))
      hn::StoreMaskBits(d, hn::MaskFromVec(hn::Load(d, states.spins.data() + v * lane_count + l)),
                        bytes + l / 8);
    kept[v] = (kept[v] & ~chosen) | (word & chosen);
  }
}

#endif

}  // namespace
}  // namespace spinsack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace spinsack {
namespace {

// The rows of a large model reach all over its states, which ordinary pages make slow: there are more of them than a
// processor remembers the places of. And their number is what freeing them costs.
void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::size_t page = std::size_t{1} << 21;
  if (std::align(page, page, memory, bytes) == nullptr) return;
  // It is a wish: whatever comes of it, the states are the same.
  static_cast<void>(::madvise(memory, bytes / page * page, MADV_HUGEPAGE));
#endif
}

}  // namespace

LaneStates::LaneStates(const LaneModel& lane_model, const LaneStreams& streams, int number,
                       bool bytes, SetUpWatch watch)
    : model(&lane_model), lanes(number), in_bytes(bytes), random(streams) {
  const std::size_t size = at(lane_model.size) * static_cast<std::size_t>(number);
  spins.reserve(size);
  prefer_huge_pages(spins.data(), size);
  while (spins.size() < size) {
    constexpr std::size_t piece = std::size_t{1} << 21;
    spins.resize(std::min(size, spins.size() + piece));
    watch.after(std::int64_t{piece} / 32);
  }
  for (int lane = 0; lane < lanes; ++lane) ties.push_back(streams.tie(lane));
}

Bits LaneStates::bits(int lane) const {
  Bits result(at(model->size));
  for (Index v = 0; v < model->size; ++v) result[at(v)] = bit(v, lane) ? 1 : 0;
  return result;
}

void LaneStates::assign(int lane, BitView bits) {
  const auto stride = static_cast<std::size_t>(lanes);
  for (std::size_t v = 0; v < bits.size(); ++v)
    spins[v * stride + at(lane)] = bits[v] != 0 ? std::int8_t{-1} : std::int8_t{0};
  moved[at(lane)] = energy_steps(*model, bits);
}

void LaneStates::assign_all(BitView bits) {
  const auto stride = static_cast<std::size_t>(lanes);
  for (std::size_t v = 0; v < bits.size(); ++v)
    std::fill_n(spins.data() + v * stride, stride, bits[v] != 0 ? std::int8_t{-1} : std::int8_t{0});
  std::fill_n(moved.begin(), stride, energy_steps(*model, bits));
}

HWY_EXPORT(lanes_available_here);
HWY_EXPORT(randomise_lanes_here);
HWY_EXPORT(sweep_bytes_here);
HWY_EXPORT(sweep_wide_here);
HWY_EXPORT(keep_lanes_here);

namespace lane_kernel {

bool available() { return HWY_DYNAMIC_DISPATCH(lanes_available_here)(); }

void randomise(LaneStates& states, Index from, Index to) {
  HWY_DYNAMIC_DISPATCH(randomise_lanes_here)(states, from, to);
}
void sweep(LaneStates& states, const ByteLaw& law, Index from, Index to) {
  HWY_DYNAMIC_DISPATCH(sweep_bytes_here)(states, law, from, to);
}
void sweep(LaneStates& states, const LaneCosts& costs, Index from, Index to) {
  HWY_DYNAMIC_DISPATCH(sweep_wide_here)(states, costs, from, to);
}
void keep(const LaneStates& states, std::uint64_t chosen, std::uint64_t* kept) {
  HWY_DYNAMIC_DISPATCH(keep_lanes_here)(states, chosen, kept);
}

}  // namespace lane_kernel
}  // namespace spinsack
#endif
