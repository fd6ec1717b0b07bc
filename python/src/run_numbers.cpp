// SPDX-License-Identifier: Apache-2.0
#include "run_numbers.hpp"

#include "core/params.hpp"

#include <algorithm>
#include <limits>
#include <pybind11/stl.h>
#include <string>
#include <thread>

namespace spinsack::python {
namespace {

constexpr int most_threads = 1024;

// Texts, so that numbers too large for any type still get their message.
RunNumbers run_numbers(const std::string& seed, const std::optional<std::string>& threads,
                       const std::optional<std::string>& time_limit) {
  RunNumbers numbers;
  numbers.seed = static_cast<std::uint64_t>(
      params::parse_integer("seed", seed, 0, std::numeric_limits<std::int64_t>::max()));
  numbers.threads =
      threads ? static_cast<int>(params::parse_integer("threads", *threads, 1, most_threads))
              : std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
  if (time_limit) numbers.time_limit = params::parse_real("time-limit", *time_limit, 0, 1e9);
  return numbers;
}

}  // namespace

void bind_run_numbers(py::module_& module) {
  py::class_<RunNumbers>(module, "RunNumbers").def(py::init(&run_numbers));
}

}  // namespace spinsack::python
