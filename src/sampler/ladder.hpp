// SPDX-License-Identifier: Apache-2.0
// What a user gets without asking for a sampler: anneals on a ladder of lengths, each rung twice as long as the one
// before, by what suits the model.
//
//   Every read is one rung. Without a time to fill, reads 0 .. 5 climb from some 500 sweeps (for a thousand
//   variables, 250 in lanes; more for smaller models, fewer for larger ones, but at least 64) to 32 times as many, and
//   the next six do so again.
//   With a time to fill they climb on, and the last one takes all the time that is left (rung.hpp). So a short time
//   has an answer, a long one is spent on long anneals, and nobody has to know in advance what a model needs.
//
//   An anneal is one fall of the temperature from the top and then several short ones from the best state
//   (heat_cycles.hpp).
//
//   Sparse models: a read is 64 anneals in lanes, and its answer the best of them with what it can take from the
//   others (crossing.hpp); short falls begin at that, in all lanes.
//
//   Small models without lanes: every second read is parallel tempering instead, with as many visits. It gets out of
//   places where annealing ends again and again.
#pragma once

#include "sampler/reads.hpp"

#include <optional>
#include <tuple>

namespace spinsack {

struct Ladder {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view help =
      "chooses by the model: anneals of doubling lengths, tempering";
  std::optional<double> sweeps;
  static constexpr auto fields() {
    using Self = Ladder;
    return std::tuple{
        Field{"sweeps", &Self::sweeps, 0.0, 1e9,
              "passes over all variables in every read; auto: a ladder of doubling lengths"}};
  }

  Bits read(const KernelModel& model, ReadContext& context) const;
  // What its reads are for a model, in words.
  [[nodiscard]] static std::string_view way(const KernelModel& model);
};

}  // namespace spinsack
