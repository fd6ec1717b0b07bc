// SPDX-License-Identifier: Apache-2.0
#include "spinsack.hpp"

#include "spinsack_version.hpp"

namespace spinsack {

std::string_view library_version() { return version; }

SampleSet sample(const QuboModel& model, std::string_view machine,
                 const ParameterValues& parameters, const SampleRequest& request) {
  return find_sampler(machine).sample(model, parameters, request);
}

Trace postprocess(const QkpInstance& instance, BitView x, std::string_view steps_text) {
  return run_traced(parse_pipeline(steps_text), instance, x);
}

}  // namespace spinsack
