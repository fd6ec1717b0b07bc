// SPDX-License-Identifier: Apache-2.0
// The costs of flips as whole numbers of 32 bits, for models of which that is the exact truth: no penalties, integer
// couplings, a unit that is a power of two and linear terms that are multiples of half of it, as all spin models of
// integers have. A search that looks at every flip in every step then reads 8 bytes per variable instead of 28.
#pragma once

#include "sampler/kernel.hpp"

#include <cstdint>
#include <optional>

namespace spinsack {

class WholeCosts {
 public:
  // Nothing if the model has other numbers.
  [[nodiscard]] static std::optional<WholeCosts> of(const KernelModel& model);

  // What kernel::best_flip answers.
  [[nodiscard]] kernel::BestFlip best_flip(const KernelState& state, const GroupBits& tabu,
                                           double energy, double best_energy) const;

 private:
  double half_unit_ = 1;                // > 0: costs are multiples of it
  bool negative_ = false;               // the unit
  AlignedVector<std::int32_t> linear_;  // in half units; padding costs more than anything
};

}  // namespace spinsack
