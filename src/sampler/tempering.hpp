// SPDX-License-Identifier: Apache-2.0
// Parallel tempering (Swendsen and Wang 1986; Hukushima and Nemoto 1996): replicas at fixed temperatures
// sweep side by side, and neighbours exchange temperatures with probability
// min(1, exp((1/T_a - 1/T_b)(E_a - E_b))), even and odd pairs in turn. Every replica stays in equilibrium at
// its temperature, so the cold ones are fed by the hot ones without ever being reheated.
//
// Of a model with groups all replicas keep them: a move takes the set bit of a group to another of its places.
#pragma once

#include "sampler/reads.hpp"

#include <optional>
#include <string>
#include <tuple>

namespace spinsack {

struct ParallelTempering {
  static constexpr std::string_view name = "pt";
  static constexpr bool keeps_groups = true;
  static constexpr std::string_view help =
      "parallel tempering: replicas that exchange temperatures";
  std::int64_t sweeps = 1000;
  std::int64_t replicas = 16;
  std::optional<double> t_hot;
  std::optional<double> t_cold;
  std::string answer = "best";
  static constexpr auto fields() {
    using Self = ParallelTempering;
    return std::tuple{
        Field{"sweeps", &Self::sweeps, std::int64_t{0}, std::int64_t{1'000'000'000},
              "passes over all variables of every replica"},
        Field{"replicas", &Self::replicas, std::int64_t{1}, std::int64_t{1024},
              "number of temperatures, spaced by a constant ratio"},
        Field{"t-hot", &Self::t_hot, 1e-300, 1e300, "highest temperature; auto: from the model"},
        Field{"t-cold", &Self::t_cold, 1e-300, 1e300, "lowest temperature; auto: from the model"},
        Choice{"answer",
               &Self::answer,
               {"best", "final"},
               "the lowest energy met, or the coldest replica at the end, in equilibrium"}};
  }

  Bits read(const KernelModel& model, ReadContext& context) const;

 private:
  Bits read_in_lanes(const KernelModel& model, ReadContext& context) const;
  Bits read_one_by_one(const KernelModel& model, ReadContext& context) const;
  Bits read_in_groups(const KernelModel& model, ReadContext& context) const;
};

}  // namespace spinsack
