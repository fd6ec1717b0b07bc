// SPDX-License-Identifier: Apache-2.0
// The judge of the sweep kernel: the same Markov chain, one variable after the other, on the literal
// FlipState and with scalar code for the random numbers. Slow on purpose. From the same random streams it
// visits the same states as the kernel, wherever the arithmetic of the model is exact.
#pragma once

#include "qubo/flip_state.hpp"
#include "sampler/kernel_model.hpp"

#include <array>
#include <cstdint>

namespace spinsack {

class ScalarTwin {
 public:
  // Starts where state is: same bits, same random streams.
  explicit ScalarTwin(const KernelState& state);

  void sweep(double temperature);
  BitView bits() const { return chain_.bits(); }
  std::int64_t flips() const { return flips_; }

 private:
  std::array<std::uint32_t, group_size> words();
  std::array<float, group_size> exponentials();
  void refill_largest();
  std::array<float, group_size> exponentials_below(float m, float tail);

  FlipState chain_;
  Index size_;
  std::array<std::uint32_t, 4 * group_size> random_{};
  std::array<float, KernelState::largest_ahead> largest_{};
  std::array<float, KernelState::largest_ahead> largest_tail_{};
  std::size_t largest_used_ = KernelState::largest_ahead;
  std::int64_t flips_ = 0;
};

}  // namespace spinsack
