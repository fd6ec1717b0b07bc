// SPDX-License-Identifier: Apache-2.0
// The judge of the lanes: the Markov chain of one lane on the literal FlipState, with costs in double precision, digit
// by digit as lane_law.hpp has it. Slow on purpose. From the same streams it visits the same states as the lane,
// wherever the numbers of the model are integers.
#pragma once

#include "qubo/flip_state.hpp"
#include "sampler/lane_model.hpp"
#include "sampler/lane_random.hpp"

#include <cstdint>

namespace spinsack {

class LaneTwin {
 public:
  LaneTwin(const QuboModel& model, const LaneStreams& streams, int lane, bool in_bytes);

  void randomise();
  void sweep(double temperature);
  BitView bits() const { return chain_.bits(); }

 private:
  void sweep(double temperature, Index from, Index to);
  std::uint32_t digits();  // 16 or 32 of them, the first is the highest

  FlipState chain_;
  LaneRandom random_;
  Rng own_;
  int lane_;
  bool in_bytes_;
  std::int64_t sweeps_ = 0;
};

}  // namespace spinsack
