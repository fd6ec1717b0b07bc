// SPDX-License-Identifier: Apache-2.0
// Sweeps of 64 states side by side. Lanes never look at each other, so registers of any width do the same: a narrow one
// walks over the variables several times. All sums are of integers, and the decisions are those of lane_law.hpp to the
// last digit, so every instruction set gives the same states.
#pragma once

#include "sampler/lane_law.hpp"
#include "sampler/lane_model.hpp"
#include "sampler/lane_random.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace spinsack {

// The states of some lanes, and what they draw from.
struct LaneStates {
  // number: of lanes, a multiple of 16, at most 64. bytes: byte lanes, of which there must be 64. All bits are 0 at
  // first.
  LaneStates(const LaneModel& lane_model, const LaneStreams& streams, int number, bool bytes,
             SetUpWatch watch = {});

  [[nodiscard]] bool bit(Index v, int lane) const {
    return spins[at(v) * static_cast<std::size_t>(lanes) + static_cast<std::size_t>(lane)] != 0;
  }

  [[nodiscard]] Bits bits(int lane) const;
  void assign(int lane, BitView bits);
  void assign_all(BitView bits);  // the same state to every lane

  const LaneModel* model;
  int lanes;
  bool in_bytes;
  AlignedVector<std::int8_t>
      spins;  // variable by variable, a byte per lane: -1 where the bit is 1, else 0
  LaneRandom random;
  std::vector<Rng> ties;  // one per lane
  // Of every lane: the sum of a over its flips, so the energy is that of all zeros + 2 unit moved; and the flips.
  std::array<std::int64_t, lane_count> moved{};
  std::array<std::int64_t, lane_count> flips{};
};

// How each lane accepts: cost per a, 2 unit / T.
struct LaneCosts {
  std::array<double, lane_count> cost{};
};

namespace lane_kernel {

// Whether the instruction set in use has vectors; without them follow each lane alone (single_lane.hpp).
[[nodiscard]] bool available();

// Each of these goes over the variables from .. to - 1 in order.
// Uniformly random bits, if all were 0.
void randomise(LaneStates& states, Index from, Index to);
// Metropolis, all lanes at one temperature; byte lanes.
void sweep(LaneStates& states, const ByteLaw& law, Index from, Index to);
// Metropolis, every lane at a temperature of its own; wider lanes, any model.
void sweep(LaneStates& states, const LaneCosts& costs, Index from, Index to);
// Packs the bits of the lanes in `chosen` into a word per variable; other bits of the words stay. 64 lanes.
void keep(const LaneStates& states, std::uint64_t chosen, std::uint64_t* kept);

}  // namespace lane_kernel
}  // namespace spinsack
