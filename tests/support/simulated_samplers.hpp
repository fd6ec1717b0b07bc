// SPDX-License-Identifier: Apache-2.0
// The samplers that are machines themselves. The other one asks a machine, whose conformance has tests of its own.
#pragma once

#include "sampler/external.hpp"
#include "sampler/sampler.hpp"

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

}  // namespace spinsack::test
