// SPDX-License-Identifier: Apache-2.0
#include "model.hpp"

#include "bindings.hpp"

#include <algorithm>
#include <pybind11/stl.h>
#include <string>
#include <utility>

namespace spinsack::python {
namespace {

using ModelHandle = std::shared_ptr<Model>;

Vartype vartype_of(const std::string& name) {
  return name == "SPIN" ? Vartype::spin : Vartype::binary;
}

class ModelBuilder {
 public:
  explicit ModelBuilder(Index n) : n_(n), pairs_(n) {}

  // Rows first, first + 1, .. of a square matrix, of which the part above the diagonal counts.
  void add_rows(Index first, const Array<double>& block) {
    const double* row = block.data();
    for (Index i = first; i < first + static_cast<Index>(block.shape(0)); ++i, row += n_)
      for (Index j = i + 1; j < n_; ++j)
        if (row[j] != 0) pairs_.add(i, j, row[j]);
  }
  // None of a variable with itself; repeated ones are summed.
  void add_pairs(const Array<std::int32_t>& rows, const Array<std::int32_t>& columns,
                 const Array<double>& values) {
    for (py::ssize_t k = 0; k < values.size(); ++k)
      if (values.at(k) != 0) pairs_.add(rows.at(k), columns.at(k), values.at(k));
  }
  ModelHandle finish(std::string name, const std::string& vartype, double constant,
                     const Array<double>& linear) {
    const auto terms = view(linear);
    QuadraticForm form{.vartype = vartype_of(vartype),
                       .constant = constant,
                       .linear = {terms.begin(), terms.end()},
                       .pairs = std::move(pairs_).finish()};
    const py::gil_scoped_release released;
    return std::make_shared<Model>(
        Model{std::move(name), form.vartype, QuboModel(std::move(form))});
  }

 private:
  Index n_;
  SymmetricRowsBuilder pairs_;
};

ModelHandle load_any_model(const std::string& name, const std::string& format) {
  LoadedModel loaded = load_model(name, format);
  return std::make_shared<Model>(
      Model{loaded.name, loaded.form.vartype, QuboModel(std::move(loaded.form))});
}

ModelHandle formulated(const std::shared_ptr<LoadedInstance>& instance, const std::string& encoding,
                       const std::string& strength, const std::string& bound,
                       const ParameterValues& parameters, bool spins) {
  Formulation made = formulate(instance->instance, encoding, strength, bound, parameters);
  return std::make_shared<Model>(Model{instance->instance.name(),
                                       spins ? Vartype::spin : Vartype::binary,
                                       {},
                                       std::move(made),
                                       instance});
}

QuadraticForm form_of(const Model& model) {
  const py::gil_scoped_release released;
  return model.form();
}

// Upper triangular, linear terms on the diagonal.
Array<double> matrix_of_model(const Model& model) {
  const QuadraticForm form = form_of(model);
  const std::size_t n = at(form.pairs.size());
  auto matrix = matrix_of<double>(n, n);
  double* const entries = matrix.mutable_data();
  std::fill_n(entries, n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) entries[i * n + i] = form.linear[i];
  form.pairs.for_each_pair([&](Index i, Index j, auto entry) {
    entries[at(i) * n + at(j)] = form.unit * static_cast<double>(entry);
  });
  return matrix;
}

// Constant, linear terms, and the pairs that are not zero: rows, columns, values.
py::tuple vectors_of(const Model& model) {
  const QuadraticForm form = form_of(model);
  const py::tuple pairs = triples<double>(form.pairs.pairs(), [&](auto add) {
    form.pairs.for_each_pair(
        [&](Index i, Index j, auto entry) { add(i, j, form.unit * static_cast<double>(entry)); });
  });
  return py::make_tuple(form.constant, to_array(form.linear), pairs);
}

Array<double> energies_of(const Model& model, const Array<std::uint8_t>& bits) {
  const auto rows = static_cast<std::size_t>(bits.shape(0));
  const std::size_t n = at(model.machine_model().size());
  Array<double> energies(static_cast<py::ssize_t>(rows));
  double* const energy = energies.mutable_data();
  const std::uint8_t* const first = bits.data();
  const py::gil_scoped_release released;
  for (std::size_t r = 0; r < rows; ++r)
    energy[r] = model.machine_model().energy({first + r * n, n});
  return energies;
}

// The model, and beside it the decode map unless its path is empty.
void write_model(const Model& model, const std::string& path, const std::string& format_name,
                 const std::string& map_path) {
  const QuboFormat& format = find_entry(qubo_formats(), "format", format_name);
  if (model.vartype == Vartype::spin && !format.holds_spin)
    throw UsageError("format '" + format_name + "' holds bits only");
  QuadraticForm form = model.form();
  if (!format.holds_binary) form = with_anchor_spin(to_spin(std::move(form)));
  const FileNotes notes{"Written by spinsack " + std::string(library_version())};
  std::vector<FileToWrite> files{{path, [&](TextWriter& out) { format.write(form, notes, out); }}};
  if (!map_path.empty())
    files.push_back({map_path, [&](TextWriter& out) {
                       write_decode_map(model.instance->instance, *model.formulation, form,
                                        {path, format.name, format.holds_constant}, out);
                     }});
  write_files(files);
}

}  // namespace

void bind_models(py::module_& module) {
  py::class_<ModelBuilder>(module, "ModelBuilder")
      .def(py::init<Index>())
      .def("add_rows", &ModelBuilder::add_rows)
      .def("add_pairs", &ModelBuilder::add_pairs)
      .def("finish", &ModelBuilder::finish);
  module.def("load_model", load_any_model, py::call_guard<py::gil_scoped_release>());
  module.def("model_names", [](const std::string& name) { return model_names(name); });
  module.def("formulate", formulated, py::call_guard<py::gil_scoped_release>());

  py::class_<Model, ModelHandle>(module, "Model")
      .def_property_readonly("name", [](const Model& m) { return to_text(m.name); })
      .def_property_readonly("size", [](const Model& m) { return m.machine_model().size(); })
      .def_property_readonly(
          "vartype", [](const Model& m) { return m.vartype == Vartype::spin ? "SPIN" : "BINARY"; })
      .def_property_readonly("items",
                             [](const Model& m) {
                               return m.formulation ? std::optional(m.formulation->items)
                                                    : std::nullopt;
                             })
      .def_property_readonly(
          "slack", [](const Model& m) { return to_array(m.formulation->slack.coefficients); })
      // Encoding, strength, bound and parameters as used.
      .def_property_readonly("request",
                             [](const Model& m) {
                               const FormulationRequest& used = m.formulation->request;
                               return py::make_tuple(used.encoding, m.formulation->strength(),
                                                     used.bound, used.parameters);
                             })
      .def("vectors", vectors_of)
      .def("matrix", matrix_of_model)
      .def("energies", energies_of)
      .def("write", write_model, py::call_guard<py::gil_scoped_release>());
}

}  // namespace spinsack::python
