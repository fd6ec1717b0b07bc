// SPDX-License-Identifier: Apache-2.0
// Seed, threads and time limit as a user gives them, with the ranges and the messages of the command.
#pragma once

#include "bindings.hpp"

#include <cstdint>
#include <optional>

namespace spinsack::python {

struct RunNumbers {
  std::uint64_t seed = 0;
  int threads = 1;
  std::optional<double> time_limit = {};  // seconds
};

void bind_run_numbers(py::module_& module);

}  // namespace spinsack::python
