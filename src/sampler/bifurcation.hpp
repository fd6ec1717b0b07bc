// SPDX-License-Identifier: Apache-2.0
// Simulated bifurcation (Goto, Tatsumura and Dixon 2019; ballistic and discrete: Goto et al. 2021). Each spin
// is a particle with position y and momentum v in a potential that changes from one well to two:
//
//   v += dt (-(1 - a) y + c f),   y += dt v,   |y| > 1: y = sign y, v = 0,   a = 0 .. 1,
//
// with the force f = -dE/ds taken at y (ballistic) or at sign y (discrete). The heated variant (Kanao and Goto
// 2022) feeds momenta with gamma v. c = strength / (rms of the coupling matrix * sqrt(n)). The last corner
// is improved by single flips.
#pragma once

#include "sampler/reads.hpp"

#include <string>
#include <tuple>

namespace spinsack {

struct SimulatedBifurcation {
  static constexpr std::string_view name = "sb";
  static constexpr std::string_view help =
      "simulated bifurcation: discrete or ballistic, heated on request";
  std::int64_t steps = 1000;
  std::string variant = "discrete";
  double dt = 1;
  double strength = 0.5;
  double heat = 0;
  static constexpr auto fields() {
    using Self = SimulatedBifurcation;
    return std::tuple{
        Field{"steps", &Self::steps, std::int64_t{0}, std::int64_t{1'000'000'000}, "time steps"},
        Choice{"variant",
               &Self::variant,
               {"discrete", "ballistic"},
               "force at the nearest corner, or at the position itself"},
        Field{"dt", &Self::dt, 1e-6, 10.0, "length of a time step"},
        Field{"strength", &Self::strength, 1e-9, 1e9,
              "strength of the force, relative to the couplings"},
        Field{"heat", &Self::heat, 0.0, 1.0, "gamma of the heated variant; 0 is the plain one"}};
  }

  Bits read(const KernelModel& model, ReadContext& context) const;
};

}  // namespace spinsack
