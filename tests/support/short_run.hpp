// SPDX-License-Identifier: Apache-2.0
// Little work, whatever a sampler counts in.
#pragma once

#include "sampler/sampler.hpp"

#include <stdexcept>
#include <string>

namespace spinsack::test {

inline ParameterValues short_run(const Sampler& sampler, const std::string& amount) {
  for (const Parameter& p : sampler.parameters())
    if (p.name == "sweeps" || p.name == "steps") return {{std::string(p.name), amount}};
  throw std::logic_error(std::string(sampler.name) + " counts neither sweeps nor steps");
}

}  // namespace spinsack::test
