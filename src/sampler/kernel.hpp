// SPDX-License-Identifier: Apache-2.0
// The inner loops, written once with Google Highway and compiled for every instruction set; the best one
// that the processor has is chosen at run time. All of them give the same bits: groups of 16 variables,
// 16 random streams, the order of every floating-point operation, and separate multiplications and
// additions are fixed, whatever the width of the vectors.
#pragma once

#include "core/random_lanes.hpp"
#include "sampler/kernel_model.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// One Metropolis sweep at a temperature > 0: every variable in index order, accepted if
// delta <= temperature * e with e exponentially distributed. bias, if given, has one entry per variable
// (padded) and is added to its field.
void sweep(KernelState& state, double temperature, const double* bias = nullptr);

// The energy change of every possible flip; infinite for padding. out has padded_size() entries.
void deltas(const KernelState& state, std::span<double> out);

// One of them.
[[nodiscard]] double delta(const KernelState& state, Index variable);

void flip(KernelState& state, Index variable);

// sum_j q_ij x_j for real x, one entry per variable with couplings, in units of model.unit(). The terms of
// every sum are added in the order of j.
void weighted_rows(const KernelModel& model, std::span<const double> x, std::span<double> out);

// The next 16 words and the next 16 exponential numbers of the state's streams.
void random_words(KernelState& state, std::uint32_t* out);
void random_exponentials(KernelState& state, float* out);

// In a group whose cheapest flip costs more than this many temperatures, the largest of the 16
// exponentials is drawn first, and the others, given that one, only if it pays for some flip.
inline constexpr double lively_limit = 2.5;

// 1 - e^-x = x (1 - x/2 + x^2/6 - ..), coefficients from the last to the first; 1e-8 on [0, 1.4].
inline constexpr auto one_minus_exp_series = [] {
  std::array<float, 12> series{};
  double term = 1;  // (-1)^k / (k + 1)!
  for (std::size_t k = 0; k < series.size(); ++k) {
    series[series.size() - 1 - k] = static_cast<float>(term);
    term /= -static_cast<double>(k + 2);
  }
  return series;
}();

// Names of the instruction sets this program has kernels for and this processor can run, best first.
[[nodiscard]] std::vector<std::string> simd_targets();
// Uses one of them from now on, or the best for "auto". UsageError if it is not in the list. Not to be
// called while kernels run.
void use_simd_target(std::string_view name);

}  // namespace spinsack
