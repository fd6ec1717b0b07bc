// SPDX-License-Identifier: Apache-2.0
// The inner loops, written once with Google Highway and compiled for every instruction set; the best one
// that the processor has is chosen at run time. All of them give the same bits: groups of 16 variables,
// 16 random streams, the order of every floating-point operation, and separate multiplications and
// additions are fixed, whatever the width of the vectors.
#pragma once

#include "sampler/kernel_model.hpp"

#include <cstdint>
#include <span>

namespace spinsack::kernel {

// One Metropolis sweep at a temperature > 0: every variable in index order, accepted if
// delta <= temperature * e with e exponentially distributed. bias, if given, has one entry per variable
// (padded) and is added to its field.
void sweep(KernelState& state, double temperature, const double* bias = nullptr);

// The energy change of every possible flip; infinite for padding. out has padded_size() entries.
void deltas(const KernelState& state, std::span<double> out);

// One of them.
[[nodiscard]] double delta(const KernelState& state, Index variable);

void flip(KernelState& state, Index variable);

// Adds the rows of all ones to the fields, which have to be zero: one of the steps of KernelState::assign.
void add_fields(KernelState& state, SetUpWatch& watch);

// The best flip that a tabu search may make: the first of the cheapest among those that are not tabu, or that lead
// below best_energy. variable is -1 if there is none.
struct BestFlip {
  Index variable = -1;
  double cost = 0;
};
[[nodiscard]] BestFlip best_flip(const KernelState& state, const GroupBits& tabu, double energy,
                                 double best_energy);

// Which flips pass a threshold each, delta - offset <= temperature * e with e exponentially distributed, drawn as in
// a sweep: bit l of accepted[g] is variable 16 g + l. Returns how many there are.
[[nodiscard]] Index accepted_flips(KernelState& state, double offset, double temperature,
                                   GroupBits& accepted);

// The next 16 words and the next 16 exponential numbers of the state's streams.
void random_words(KernelState& state, std::uint32_t* out);
void random_exponentials(KernelState& state, float* out);

}  // namespace spinsack::kernel
