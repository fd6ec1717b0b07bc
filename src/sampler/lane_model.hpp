// SPDX-License-Identifier: Apache-2.0
// A sparse model laid out for lanes: many states side by side, one byte each per variable, that share one walk over
// the couplings. Spins instead of bits, and whole numbers only, so that sums are exact in any order:
//
//   energy = constant + unit * (sum_i h_i s_i + sum_{i<j} J_ij s_i s_j),   s_i = -1 or +1 for bit 0 or 1,
//
// and a flip of i costs 2 * unit * a with the integer a = -s_i (h_i + sum_j J_ij s_j). A model of integers keeps its
// numbers, divided by their common factor; one of real numbers is rounded to fixed point, 2^-27 of the largest sum of
// sizes over a row. Only decisions are made with these numbers: energies of samples come from the model itself.
#pragma once

#include "core/types.hpp"
#include "qubo/model.hpp"
#include "sampler/set_up.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace spinsack {

inline constexpr int lane_count = 64;  // of a block of reads: the same on every machine

// Row i has h_i - sum_j J_ij and the J_ij: its field is base + 2 * (the sum of weights whose bit is 1).
template <class T>
struct LaneValues {
  std::vector<T> base;
  std::vector<T> weight;
};

struct LaneModel {
  Index size = 0;
  double unit = 1;            // > 0
  bool rounded = false;       // to fixed point
  double slack = 0;           // by which rounded numbers may change an energy
  std::int64_t reach = 0;     // no |h_i| + sum_j |J_ij| is larger
  bool unit_weights = false;  // every J is +1 or -1
  // Row i is start[2 i] .. start[2 i + 2], and its negative weights begin at start[2 i + 1].
  std::vector<std::uint32_t> start;
  std::vector<Index> column;
  // The narrowest type that holds every field.
  std::variant<LaneValues<std::int8_t>, LaneValues<std::int16_t>, LaneValues<std::int32_t>> values;

  bool bytes() const { return std::holds_alternative<LaneValues<std::int8_t>>(values); }
};

// The sum of the weights of row v whose bit is 1.
template <class T>
[[nodiscard]] std::int64_t pull_of_ones(const LaneModel& model, const LaneValues<T>& values,
                                        BitView bits, std::size_t v) {
  std::int64_t sum = 0;
  for (std::uint32_t e = model.start[2 * v]; e < model.start[2 * v + 2]; ++e)
    sum += bits[at(model.column[e])] != 0 ? std::int64_t{values.weight[e]} : 0;
  return sum;
}

// The energy of a state in units of 2 * model.unit, from that of all zeros.
[[nodiscard]] std::int64_t energy_steps(const LaneModel& model, BitView bits);

// The energy of a state so many of these units away, bits() being the state: what the model's own numbers say where it is
// so near to the target that rounding would decide whether that is reached.
template <class BitsOf>
[[nodiscard]] double energy_after(const LaneModel& lanes, const QuboModel& model,
                                  std::int64_t steps, double target, BitsOf&& bits) {
  const double energy = model.objective().constant + 2 * lanes.unit * static_cast<double>(steps);
  return std::fabs(energy - target) <= lanes.slack ? model.energy(bits()) : energy;
}

// Nothing if lanes do not suit the model: it has penalties, or more than one pair in ten is coupled and more than two per
// variable, or its real numbers span so much that fixed point would lose more than one in a hundred of them.
[[nodiscard]] std::unique_ptr<const LaneModel> lay_out_lanes(const QuboModel& model,
                                                             SetUpWatch watch = {});

}  // namespace spinsack
