// SPDX-License-Identifier: Apache-2.0
// Samples as a machine gave them back, whichever file they came in.
#pragma once

#include "core/types.hpp"

#include <cstdint>
#include <vector>

namespace spinsack {

// Of one sample; a billion of such samples still sum up in 64 bits.
inline constexpr std::int64_t max_occurrences = 1'000'000'000;

struct SampleRows {
  Index variables = 0;
  Bits bits;                              // row after row; a spin of -1 is a 0
  std::vector<std::int64_t> occurrences;  // one per row: how often the machine saw it
  std::vector<double> energies;           // one per row, or none

  std::size_t rows() const { return occurrences.size(); }
  BitView row(std::size_t r) const {
    return BitView(bits).subspan(r * at(variables), at(variables));
  }
};

}  // namespace spinsack
