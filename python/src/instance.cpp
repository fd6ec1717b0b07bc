// SPDX-License-Identifier: Apache-2.0
// Instances: from names and files, from numbers, and what they say of themselves.
#include "bindings.hpp"
#include "call.hpp"
#include "checks.hpp"
#include "spinsack.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <string>
#include <utility>
#include <vector>

namespace spinsack::python {
namespace {

using InstanceHandle = std::shared_ptr<LoadedInstance>;

InstanceHandle handle_of(LoadedInstance&& loaded) {
  return std::make_shared<LoadedInstance>(std::move(loaded));
}

// Published instances are known by their numbers, as those in files are.
InstanceHandle from_numbers(QkpInstance instance) {
  std::string name = instance.name();
  return handle_of(LoadedInstance({instance_of(std::move(instance)), std::move(name)}));
}

ReadOptions read_options(const std::string& format, const std::string& pairs,
                         const std::optional<std::string>& capacity) {
  ReadOptions options{.format = format, .pairs = pairs};
  if (!capacity) return options;
  const auto [value, fault] = parse_decimal(*capacity);
  if (fault || value.mantissa < 0)
    throw UsageError("capacity: expected a number of at least 0, found '" + *capacity + "'");
  options.capacity = value;
  return options;
}

// Pairs in, row by row or one by one, and then the rest.
class InstanceBuilder {
 public:
  explicit InstanceBuilder(Index n) : n_(n), pairs_(n) {}

  // Rows first, first + 1, .. of a square matrix, of which the part above the diagonal counts.
  void add_rows(Index first, const Array<std::int64_t>& block) {
    const std::int64_t* row = block.data();
    for (Index i = first; i < first + static_cast<Index>(block.shape(0)); ++i, row += n_)
      if (i + 1 < n_) pairs_.add_run(i, i + 1, {row + i + 1, at(n_ - i - 1)});
  }
  // Each pair once, none with itself: the Python layer has looked.
  void add_pairs(const Array<std::int32_t>& rows, const Array<std::int32_t>& columns,
                 const Array<std::int64_t>& values) {
    for (py::ssize_t k = 0; k < values.size(); ++k)
      pairs_.add(rows.at(k), columns.at(k), values.at(k));
  }
  InstanceHandle finish(std::string name, const Array<std::int64_t>& profits,
                        const Array<std::int64_t>& weights, std::int64_t capacity,
                        int profit_digits, int weight_digits, std::vector<std::string> item_names) {
    const auto p = view(profits);
    const auto w = view(weights);
    QkpInstance::Data data{.name = std::move(name),
                           .profit = {p.begin(), p.end()},
                           .weight = {w.begin(), w.end()},
                           .pair_profit = {},
                           .capacity = capacity,
                           .profit_digits = profit_digits,
                           .weight_digits = weight_digits,
                           .item_names = std::move(item_names)};
    const py::gil_scoped_release released;
    data.pair_profit = std::move(pairs_).finish();
    QkpInstance instance(std::move(data));
    return from_numbers(std::move(instance));
  }

 private:
  Index n_;
  SymmetricRowsBuilder pairs_;
};

// All pairs above the diagonal that are not zero: rows, columns, values.
py::tuple pairs_of(const SymmetricRows& pairs) {
  return triples<std::int64_t>(pairs.pairs(), [&](auto add) { pairs.for_each_pair(add); });
}

// The pairs as they are held, not copied: a square with an empty diagonal, or rows that keep only what is not zero, as columns,
// values, and where each row begins.
py::object held_pairs(const InstanceHandle& loaded) {
  const SymmetricRows& pairs = loaded->instance.pair_profits();
  const py::object owner = py::cast(loaded);
  return pairs.visit([&]<class Rows>(const Rows& rows) -> py::object {
    using T = typename Rows::Value;
    if constexpr (Rows::dense) {
      const auto n = static_cast<py::ssize_t>(pairs.size());
      const auto width = static_cast<py::ssize_t>(sizeof(T));
      const auto stride = static_cast<py::ssize_t>(rows.stride()) * width;
      return unwritable(py::array_t<T>({n, n}, {stride, width}, rows.row_data(0), owner));
    } else {
      return py::make_tuple(read_only(std::span<const T>(rows.value), owner),
                            read_only(std::span<const Index>(rows.column), owner),
                            read_only(std::span<const std::size_t>(rows.start), owner));
    }
  });
}

// Symmetric, profits on the diagonal.
Array<std::int64_t> profit_matrix(const QkpInstance& instance) {
  const std::size_t n = at(instance.size());
  auto matrix = matrix_of<std::int64_t>(n, n);
  std::int64_t* row = matrix.mutable_data();
  for (Index i = 0; i < instance.size(); ++i, row += n) {
    std::fill_n(row, n, 0);
    instance.pair_profits().for_each_in_row(
        i, [&](Index j, auto profit) { row[j] = static_cast<std::int64_t>(profit); });
    row[i] = instance.profits()[at(i)];
  }
  return matrix;
}

// Profit and load of each row of bits.
py::tuple evaluate_rows(const QkpInstance& instance, const Array<std::uint8_t>& bits) {
  const auto rows = static_cast<std::size_t>(bits.shape(0));
  const std::size_t n = at(instance.size());
  Array<std::int64_t> profits(static_cast<py::ssize_t>(rows));
  Array<std::int64_t> loads(static_cast<py::ssize_t>(rows));
  std::int64_t* const profit = profits.mutable_data();
  std::int64_t* const load = loads.mutable_data();
  const std::uint8_t* const first = bits.data();
  {
    const py::gil_scoped_release released;
    for (std::size_t r = 0; r < rows; ++r) {
      const Evaluation all = evaluate(instance, {first + r * n, n});
      profit[r] = all.profit;
      load[r] = all.load;
    }
  }
  return py::make_tuple(profits, loads);
}

void write_instance(const LoadedInstance& loaded, const std::string& format,
                    const std::string& linearise, TextWriter& out) {
  for (const ProgramFormat& program : program_formats()) {
    if (program.name != format) continue;
    const Linearisation& form =
        find_entry(linearisations(), "linearisation",
                   linearise.empty() ? linearisations().front().name : linearise);
    std::vector<std::string> notes{"Written by spinsack " + std::string(library_version())};
    const auto names = loaded.instance.item_names();
    for (std::size_t i = 0; i < names.size(); ++i)
      notes.push_back("x_" + std::to_string(i) + ": " + names[i]);
    return program.write(form.build(loaded.instance), notes, out);
  }
  find_entry(instance_formats(), "instance format", format).write({&loaded.instance, 1}, out);
}

}  // namespace

void bind_instances(py::module_& module) {
  py::class_<InstanceSource>(module, "Source")
      .def(py::init([](const std::string& name, const std::string& format, const std::string& pairs,
                       const std::optional<std::string>& capacity) {
        return InstanceSource(name, read_options(format, pairs, capacity));
      }))
      .def("count", &InstanceSource::count, py::call_guard<py::gil_scoped_release>())
      .def(
          "next",
          [](InstanceSource& source) -> InstanceHandle {
            auto loaded = source.next();
            return loaded ? handle_of(*std::move(loaded)) : nullptr;
          },
          py::call_guard<py::gil_scoped_release>());

  py::class_<InstanceBuilder>(module, "InstanceBuilder")
      .def(py::init<Index>())
      .def("add_rows", &InstanceBuilder::add_rows)
      .def("add_pairs", &InstanceBuilder::add_pairs)
      .def("finish", &InstanceBuilder::finish);

  module.def(
      "generate",
      [](const std::string& family, const ParameterValues& parameters) {
        return from_numbers(generate(family, parameters));
      },
      py::call_guard<py::gil_scoped_release>());

  py::class_<LoadedInstance, InstanceHandle>(module, "Instance")
      .def_property_readonly(
          "problem", [](const LoadedInstance& l) { return std::string(l.any.problem().name); })
      .def_property_readonly("name",
                             [](const LoadedInstance& l) { return to_text(l.instance.name()); })
      .def_property_readonly("size", [](const LoadedInstance& l) { return l.instance.size(); })
      .def_property_readonly("capacity",
                             [](const LoadedInstance& l) { return l.instance.capacity(); })
      .def_property_readonly("total_weight",
                             [](const LoadedInstance& l) { return l.instance.total_weight(); })
      .def_property_readonly("profit_digits",
                             [](const LoadedInstance& l) { return l.instance.profit_digits(); })
      .def_property_readonly("weight_digits",
                             [](const LoadedInstance& l) { return l.instance.weight_digits(); })
      .def_property_readonly(
          "profits",
          [](const InstanceHandle& l) { return read_only(l->instance.profits(), py::cast(l)); })
      .def_property_readonly(
          "weights",
          [](const InstanceHandle& l) { return read_only(l->instance.weights(), py::cast(l)); })
      .def_property_readonly("item_names",
                             [](const LoadedInstance& l) {
                               py::list names;
                               for (const std::string& name : l.instance.item_names())
                                 names.append(to_text(name));
                               return names;
                             })
      .def_property_readonly(
          "pair_count", [](const LoadedInstance& l) { return l.instance.pair_profits().pairs(); })
      .def_property_readonly("density",
                             [](const LoadedInstance& l) { return l.instance.density(); })
      .def_property_readonly("tightness",
                             [](const LoadedInstance& l) { return l.instance.tightness(); })
      .def_property_readonly("best_known", &LoadedInstance::best_known)
      .def_property_readonly("published", [](const LoadedInstance& l) { return l.any.published(); })
      .def("profit_text",
           [](const LoadedInstance& l, Profit value) { return l.instance.profit_text(value); })
      .def("weight_text",
           [](const LoadedInstance& l, Weight value) { return l.instance.weight_text(value); })
      .def("pairs", [](const LoadedInstance& l) { return pairs_of(l.instance.pair_profits()); })
      .def("held_pairs", held_pairs)
      .def("matrix", [](const LoadedInstance& l) { return profit_matrix(l.instance); })
      .def("evaluate",
           [](const LoadedInstance& l, const Array<std::uint8_t>& bits) {
             return evaluate_rows(l.instance, bits);
           })
      .def(
          "digest", [](const LoadedInstance& l) { return instance_digest(l.instance); },
          py::call_guard<py::gil_scoped_release>())
      .def("bound",
           [](const InstanceHandle& l, const py::object& progress) {
             const auto bound = std::make_shared<Profit>(0);
             const py::object ended = run_call(progress, [l, bound](Call& call) {
               Stop stop({}, &call.interrupted);
               *bound = best_upper_bound(l->instance, {.stop = &stop});
             });
             return py::make_tuple(*bound, ended);
           })
      .def(
          "write",
          [](const LoadedInstance& l, const std::string& path, const std::string& format,
             const std::string& linearise) {
            write_file(path, [&](TextWriter& out) { write_instance(l, format, linearise, out); });
          },
          py::call_guard<py::gil_scoped_release>())
      .def(
          "text",
          [](const LoadedInstance& l, const std::string& format, const std::string& linearise) {
            return write_string(
                [&](TextWriter& out) { write_instance(l, format, linearise, out); });
          },
          py::call_guard<py::gil_scoped_release>())
      .def("verify", [](const LoadedInstance& l, const std::string& text) {
        return checks_of(verify({&l.instance, 1}, {"result", text}));
      });
}

}  // namespace spinsack::python
