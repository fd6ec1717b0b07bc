// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"
#include "spinsack.hpp"

#include <string>

PYBIND11_MODULE(_core, module) {
  using namespace spinsack::python;
  module.attr("version") = std::string(spinsack::library_version());
  bind_errors(module);
  bind_calls(module);
  bind_catalogs(module);
  bind_instances(module);
  bind_models(module);
  bind_problems(module);
  bind_solve(module);
  bind_sample(module);
  bind_postprocess(module);
}
