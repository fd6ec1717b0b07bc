// SPDX-License-Identifier: Apache-2.0
// Simulated quantum annealing (path-integral Monte Carlo; Santoro et al. 2002): P copies of the system at temperature
// P T, in a ring where equal spins of neighbouring copies attract with strength
//   J = -(P T / 2) ln tanh(Gamma / (P T)).
// For many copies that is the quantum system at temperature T in the transverse field Gamma.
// The transverse field Gamma falls linearly to nearly zero, J grows, and the copies freeze into one. Moves:
// single spins of one copy, and a spin of all copies at once. A stand-in for a quantum annealer.
#pragma once

#include "sampler/reads.hpp"

#include <optional>
#include <tuple>

namespace spinsack {

struct QuantumAnnealing {
  static constexpr std::string_view name = "sqa";
  static constexpr std::string_view help = "simulated quantum annealing: path-integral Monte Carlo";
  std::int64_t sweeps = 1000;
  std::int64_t slices = 16;
  std::optional<double> temperature;
  std::optional<double> field;
  static constexpr auto fields() {
    using Self = QuantumAnnealing;
    return std::tuple{
        Field{"sweeps", &Self::sweeps, std::int64_t{0}, std::int64_t{1'000'000'000},
              "passes over all variables of every slice"},
        Field{"slices", &Self::slices, std::int64_t{2}, std::int64_t{1024}, "copies in the ring"},
        Field{"temperature", &Self::temperature, 1e-300, 1e300,
              "temperature of the whole run; auto: a fiftieth of the typical energy change"},
        Field{"field", &Self::field, 1e-300, 1e300,
              "transverse field at the start; auto: a third of the typical energy change"}};
  }

  Bits read(const KernelModel& model, ReadContext& context) const;

 private:
  Bits read_in_lanes(const KernelModel& model, ReadContext& context) const;
  Bits read_one_by_one(const KernelModel& model, ReadContext& context) const;
};

}  // namespace spinsack
