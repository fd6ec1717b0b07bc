// SPDX-License-Identifier: Apache-2.0
// Instances of any problem that is no knapsack: graphs to be cut, and programs.
#include "bindings.hpp"
#include "checks.hpp"
#include "problem/kcut/kcut_problem.hpp"
#include "problem/problem.hpp"
#include "program/evaluate.hpp"
#include "program/program.hpp"
#include "program/writing.hpp"
#include "spinsack.hpp"
#include "verify/verify.hpp"

#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::python {
namespace {

using ProblemHandle = std::shared_ptr<Instance>;

ProblemHandle handle_of(Instance instance) {
  return std::make_shared<Instance>(std::move(instance));
}

// Vertices from 0; the library looks for loops and repeated edges.
ProblemHandle make_graph(std::string name, Index vertices, int parts,
                         const Array<std::int32_t>& rows, const Array<std::int32_t>& columns,
                         const Array<std::int64_t>& weights) {
  kcut::Graph::Data data{
      .name = std::move(name), .vertices = vertices, .parts = parts, .edges = {}};
  const auto u = view(rows);
  const auto v = view(columns);
  const auto w = view(weights);
  for (std::size_t e = 0; e < w.size(); ++e) data.edges.push_back({u[e], v[e], w[e]});
  const py::gil_scoped_release released;
  return handle_of(kcut::instance_of(kcut::Graph(std::move(data))));
}

// A name, a file, or "-"; values are settings of the reader, such as the number of parts.
ProblemHandle load_problem(const std::string& name, const std::string& format,
                           const ParameterValues& values) {
  return handle_of(load_named(name, {.format = format, .values = values}).instance);
}

// Of a text that stands for a file of this name.
ProblemHandle problem_of_text(const std::string& name, const std::string& text,
                              const std::string& format) {
  std::vector<Instance> all = read_any_instances({name, text}, {.format = format});
  return handle_of(std::move(all.front()));
}

py::tuple edges_of(const Instance& instance) {
  const auto& graph = instance.as<kcut::Graph>();
  return triples<kcut::Value>(graph.edges(), [&](auto add) { graph.for_each_edge(add); });
}

py::dict facts_of(const Instance& instance) {
  py::dict facts;
  for (const Fact& fact : instance.facts())
    std::visit([&](auto number) { facts[py::str(std::string(fact.name))] = number; }, fact.value);
  return facts;
}

std::vector<std::string> column_names(const Instance& instance) {
  const Program& program = instance.program();
  std::vector<std::string> names;
  for (const Column& column : program.columns) append_label(names.emplace_back(), column.name);
  return names;
}

py::tuple judge(const Instance& instance, const Array<std::uint8_t>& labels) {
  const Judgement found = instance.problem().evaluate(instance, view(labels));
  return py::make_tuple(found.value, found.violation, found.feasible);
}

void write_problem(const Instance& instance, const std::string& format, TextWriter& out) {
  const std::vector<std::string> notes{"Written by spinsack " + std::string(library_version())};
  for (const ProgramFormat& row : program_formats())
    if (row.name == format) return row.write(instance.program(), notes, out);
  const FormatRow& row = find_entry(instance.problem().formats(), "format", format);
  row.write(std::span(&instance, 1), out);
}

}  // namespace

void bind_problems(py::module_& module) {
  module.def("make_graph", make_graph);
  module.def("load_problem", load_problem, py::call_guard<py::gil_scoped_release>());
  module.def("problem_of_text", problem_of_text, py::call_guard<py::gil_scoped_release>());
  py::class_<Instance, ProblemHandle>(module, "Problem")
      .def_property_readonly("problem",
                             [](const Instance& i) { return std::string(i.problem().name); })
      .def_property_readonly("name", [](const Instance& i) { return to_text(i.name()); })
      .def_property_readonly("size", &Instance::elements)
      .def_property_readonly("digits", &Instance::value_digits)
      .def_property_readonly("minimised",
                             [](const Instance& i) { return i.goal() == Goal::minimise; })
      .def_property_readonly("best_known", &Instance::best_known)
      .def_property_readonly("facts", facts_of)
      .def("edges", edges_of)
      .def("column_names", column_names)
      .def("columns",
           [](const Instance& i, const Array<std::uint8_t>& labels) {
             return to_array(columns_of(i.program(), view(labels)));
           })
      .def("labels",
           [](const Instance& i, const Array<std::uint8_t>& columns) {
             return to_array(labels_of(i.program(), view(columns)));
           })
      .def("evaluate", judge)
      .def("value_of", [](const Instance& i, const std::string& text) { return i.value_of(text); })
      .def(
          "digest", [](const Instance& i) { return i.digest(); },
          py::call_guard<py::gil_scoped_release>())
      .def(
          "write",
          [](const Instance& i, const std::string& path, const std::string& format) {
            write_file(path, [&](TextWriter& out) { write_problem(i, format, out); });
          },
          py::call_guard<py::gil_scoped_release>())
      .def(
          "text",
          [](const Instance& i, const std::string& format) {
            return write_string([&](TextWriter& out) { write_problem(i, format, out); });
          },
          py::call_guard<py::gil_scoped_release>())
      .def("verify", [](const Instance& i, const std::string& text) {
        return checks_of(verify(std::span(&i, 1), {"result", text}));
      });
}

}  // namespace spinsack::python
