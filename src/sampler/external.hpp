// SPDX-License-Identifier: Apache-2.0
// Real machines as a sampler: a model out, samples in, through a worker or a command that machines.toml describes
// (machine/description.hpp). It makes whole requests, not reads, so it has no read() but does the run itself.
#pragma once

#include "sampler/sampler.hpp"

#include <limits>
#include <string>
#include <tuple>

namespace spinsack {

struct ExternalMachine {
  static constexpr std::string_view name = "external";
  static constexpr std::string_view help =
      "a real machine or another program, described in machines.toml";

  static constexpr bool real_machine = true;

  std::string machine;
  std::string options;
  std::optional<double> batch = {};
  std::optional<double> read_time = {};
  std::int64_t retries = 5;
  double patience = 600;
  std::string precision = "refuse";

  static constexpr std::string_view precisions[] = {"refuse", "warn", "round"};
  static constexpr auto fields() {
    using Self = ExternalMachine;
    return std::tuple{
        Text{"machine", &Self::machine, "see `list machines`", "name of the machine"},
        Text{"options", &Self::options, "name=value,name=value", "the machine's own parameters"},
        Field{
            "batch", &Self::batch, 1.0, 1e8,
            "reads per request; auto: as many as the machine takes, or one if its samples are not "
            "independent"},
        Field{"read-time", &Self::read_time, 0.0, 1e9,
              "machine seconds for each read; auto: the time limit divided by the reads"},
        Field{"retries", &Self::retries, std::int64_t{0}, std::int64_t{1000},
              "how often to try a failed request again, if that is safe"},
        Field{"patience", &Self::patience, 0.0, 1e9,
              "seconds to wait beyond the machine's own time before giving a request up"},
        Choice{"precision", &Self::precision, precisions,
               "what to do with coefficients that the machine cannot hold"}};
  }

  // MachineError where the machine gives no answer; one after others is the failure of the set.
  SampleSet sample(const QuboModel& model, const SampleRequest& request) const;
};

}  // namespace spinsack
