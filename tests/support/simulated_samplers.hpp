// SPDX-License-Identifier: Apache-2.0
// The samplers that are machines themselves. The other one asks a machine, whose conformance has tests of its own.
// And what tests ask about their samples.
#pragma once

#include "sampler/external.hpp"
#include "sampler/sampler.hpp"

#include <algorithm>
#include <vector>

namespace spinsack::test {

inline const std::vector<Sampler>& simulated_samplers() {
  static const std::vector<Sampler> found = [] {
    std::vector<Sampler> all(samplers().begin(), samplers().end());
    std::erase_if(all, [](const Sampler& s) { return s.name == ExternalMachine::name; });
    return all;
  }();
  return found;
}

inline double lowest_energy(const SampleSet& set) {
  return std::ranges::min_element(set.samples, {}, &Sample::energy)->energy;
}

}  // namespace spinsack::test
