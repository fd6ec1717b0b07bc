// SPDX-License-Identifier: Apache-2.0
// The step of a digital annealer (Aramon et al. 2019): all flips are tried at once, one of the accepted ones
// is carried out, chosen uniformly; if none is accepted an offset is subtracted from all costs, growing until
// something moves, so that no step is wasted in a local minimum.
#pragma once

#include "sampler/reads.hpp"

#include <optional>
#include <tuple>

namespace spinsack {

struct DigitalAnnealing {
  static constexpr std::string_view name = "da";
  static constexpr std::string_view help =
      "digital annealer: all flips tried at once, dynamic offset";
  std::int64_t steps = 100'000;
  std::optional<double> t_start;
  std::optional<double> t_end;
  std::optional<double> offset_step;
  static constexpr auto fields() {
    using Self = DigitalAnnealing;
    return std::tuple{
        Field{"steps", &Self::steps, std::int64_t{0}, std::int64_t{1'000'000'000'000},
              "parallel trials, at most one flip each"},
        Field{"t-start", &Self::t_start, 1e-300, 1e300, "first temperature; auto: from the model"},
        Field{"t-end", &Self::t_end, 1e-300, 1e300, "last temperature; auto: from the model"},
        Field{"offset-step", &Self::offset_step, 0.0, 1e300,
              "added to the offset when nothing is accepted; auto: the current temperature"}};
  }

  Bits read(const KernelModel& model, ReadContext& context) const;
};

}  // namespace spinsack
