// SPDX-License-Identifier: Apache-2.0
// Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983): Metropolis sweeps in fixed order while the
// temperature falls geometrically.
//
// schedule "auto": the temperature range comes from the model, and the best state met is returned.
// schedule "paper": the published experiment. The temperature falls from n max|Q| to 0.1, with n the number
// of variables that have couplings (the items) and Q the model written out, one sweep each, and the final
// state is returned, not the best. At first everything is molten: nearly every flip is accepted, and a
// uniformly random state is as good as equilibrium. Sweeps while the temperature is more than `molten`
// times the largest typical energy change are therefore left out, provided that many sweeps remain for
// each factor e of cooling; the law of the result is the same (a test compares both).
//
// From a given start, both schedules begin at a fifth of the first temperature of "auto", so that the start is not
// forgotten, unless t-start says otherwise.
#pragma once

#include "sampler/reads.hpp"

#include <optional>
#include <string>
#include <tuple>

namespace spinsack {

struct SimulatedAnnealing {
  static constexpr std::string_view name = "sa";
  static constexpr std::string_view help =
      "simulated annealing: Metropolis sweeps, geometric cooling";
  std::int64_t sweeps = 1000;
  std::string schedule = "auto";
  std::optional<double> t_start;
  std::optional<double> t_end;
  double molten = 4;
  static constexpr auto fields() {
    using Self = SimulatedAnnealing;
    return std::tuple{
        Field{"sweeps", &Self::sweeps, std::int64_t{0}, std::int64_t{1'000'000'000},
              "passes over all variables"},
        Choice{"schedule",
               &Self::schedule,
               {"auto", "paper"},
               "auto: from the model's scales, best state returned; paper: n max|Q| to 0.1, final "
               "state"},
        Field{"t-start", &Self::t_start, 1e-300, 1e300, "first temperature; auto: by the schedule"},
        Field{"t-end", &Self::t_end, 1e-300, 1e300, "last temperature; auto: by the schedule"},
        Field{"molten", &Self::molten, 1.0, 1e300,
              "schedule paper: skip sweeps hotter than this many typical energy changes"}};
  }

  Bits read(const KernelModel& model, ReadContext& context) const;
  // Sparse models without penalties: 64 reads in lanes.
  bool in_blocks(const KernelModel& model) const;
  BlockAnswers read_block(const KernelModel& model, std::span<ReadContext> contexts) const;
};

}  // namespace spinsack
