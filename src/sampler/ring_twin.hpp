// SPDX-License-Identifier: Apache-2.0
// The judge of slice_ring.hpp: the slices as literal FlipStates, one flip after the other, with costs in double precision
// and the digits that lane_law.hpp asks for. Slow on purpose. From the same streams it visits the same states, wherever
// the numbers of the model are integers.
#pragma once

#include "qubo/flip_state.hpp"
#include "sampler/lane_random.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace spinsack {

class RingTwin {
 public:
  RingTwin(const QuboModel& model, const LaneStreams& streams, int slices,
           std::uint64_t line_stream);

  // bond: between a spin and each of its two copies.
  void sweep(double slice_temperature, double bond);
  BitView bits(int slice) const { return slices_[static_cast<std::size_t>(slice)].bits(); }

 private:
  using Digits = std::array<std::uint32_t, 2 * LaneRandom::streams>;  // 32 of every lane
  Digits digits();
  void visit(Index v, double slice_temperature, double bond);
  // Whether a move is made that costs so many times the temperature.
  static bool made(double cost, std::uint32_t digits, Rng& own);

  std::vector<FlipState> slices_;
  std::vector<Rng> own_;
  LaneRandom random_;
  Rng line_own_;
  Xoroshiro line_;
  std::int64_t sweeps_ = 0;
};

}  // namespace spinsack
