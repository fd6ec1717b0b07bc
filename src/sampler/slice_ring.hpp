// SPDX-License-Identifier: Apache-2.0
// The slices of simulated quantum annealing (quantum.hpp) on a sparse model, each in a lane of 32 bits. A visit to a
// variable tries its spin in all slices: their fields come from other variables, so one walk over its row serves every
// slice. Neighbours in the ring are not tried at once, but first the slices with even numbers, then those with odd ones;
// if their number is odd, the last one comes by itself. In the end the spin may turn in all slices together, which
// changes no bond. All instruction sets give the same states, also the one without vectors.
#pragma once

#include "sampler/lane_block.hpp"

#include <cstdint>

namespace spinsack {

// What moves cost, in units of the temperature of the slices, P T.
struct RingCosts {
  // unit: of the lane model; slice_temperature: P T; bond: that a spin has with each of its two copies.
  RingCosts(double unit, double slice_temperature, double bond);
  double step;       // per a of lane_model.hpp
  double agreement;  // of s (s_up + s_down), which is -2, 0 or 2: what a single flip loses
};

// The states and streams of a ring: lane k is slice k.
struct RingStates {
  RingStates(const LaneModel& model, const LaneStreams& streams, int slices,
             std::uint64_t line_stream, SetUpWatch watch = {});

  LaneStates lanes;
  int slices;
  Xoroshiro line;          // decides on turning whole lines: its high 32 bits,
  Rng line_tie;            // and where they do not decide
  std::int64_t flips = 0;  // of all slices
};

class SliceRing {
 public:
  // slices: 2 to 64. All of them begin at start, or at random states of their own if that is empty; variables that are
  // not reached before stop says so stay 0.
  SliceRing(const LaneModel& model, const LaneStreams& streams, int slices,
            std::uint64_t line_stream, BitView start, const LaneStop& stop = {},
            SetUpWatch watch = {});

  // One sweep; false if it was not finished.
  [[nodiscard]] bool sweep(const RingCosts& costs, const LaneStop& stop);

  [[nodiscard]] double energy(const QuboModel& model, int slice, double target) const;
  [[nodiscard]] Bits bits(int slice) const { return states_.lanes.bits(slice); }
  [[nodiscard]] std::int64_t flips() const { return states_.flips; }

 private:
  RingStates states_;
  std::int64_t sweeps_ = 0;
};

}  // namespace spinsack
