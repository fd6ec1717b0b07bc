// SPDX-License-Identifier: Apache-2.0
// What a verification found, line by line.
#pragma once

#include "bindings.hpp"
#include "verify/verify.hpp"

#include <vector>

namespace spinsack::python {

// (what, claimed, computed, whether it holds) of each check.
inline py::list checks_of(const std::vector<Verification>& verifications) {
  py::list checks;
  for (const Verification& one : verifications)
    for (const Check& check : one.checks)
      checks.append(py::make_tuple(check.what, check.claimed, check.computed, check.holds));
  return checks;
}

}  // namespace spinsack::python
