// SPDX-License-Identifier: Apache-2.0
// The catalogs: names, one line of help, parameters.
#include "bindings.hpp"
#include "spinsack.hpp"

#include <string>

namespace spinsack::python {
namespace {

py::list parameter_rows(const std::vector<Parameter>& parameters) {
  py::list rows;
  for (const Parameter& row : parameters)
    rows.append(py::make_tuple(std::string(row.name), std::string(row.meaning), row.default_value,
                               row.range));
  return rows;
}

// (name, help, parameters) of each entry, as the command lists them; of formats the ending of files instead of parameters.
template <class Entry>
py::list rows_of(std::span<const Entry> catalog) {
  py::list rows;
  for (const Entry& entry : catalog) {
    py::object parameters = py::list();
    if constexpr (requires { entry.parameters; }) parameters = parameter_rows(entry.parameters());
    if constexpr (requires { entry.extension; }) parameters = py::str(std::string(entry.extension));
    rows.append(py::make_tuple(std::string(entry.name), std::string(entry.help), parameters));
  }
  return rows;
}

}  // namespace

void bind_catalogs(py::module_& module) {
  module.def("methods",
             [](const std::string& problem) { return rows_of(methods(find_problem(problem))); });
  module.def("samplers", [] { return rows_of(samplers()); });
  module.def("encodings", [] { return rows_of(encodings()); });
  module.def("steps", [] { return rows_of(steps()); });
  module.def("families", [] { return rows_of(generator_families()); });
  module.def("instance_formats", [] { return rows_of(instance_formats()); });
  module.def("program_formats", [] { return rows_of(program_formats()); });
  module.def("linearisations", [] { return rows_of(linearisations()); });
  module.def("model_formats", [] { return rows_of(qubo_formats()); });
}

}  // namespace spinsack::python
