// SPDX-License-Identifier: Apache-2.0
// The module spinsack._core: the public face of the library for the Python layer beside it, in coarse calls and plain types. What
// users see (names, defaults, units, display) is Python; here are the numbers, the threads and the errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <span>
#include <string_view>
#include <vector>

namespace spinsack::python {

namespace py = pybind11;

void bind_errors(py::module_& module);
void bind_calls(py::module_& module);
void bind_catalogs(py::module_& module);
void bind_instances(py::module_& module);
void bind_models(py::module_& module);
void bind_problems(py::module_& module);
void bind_solve(py::module_& module);
void bind_sample(py::module_& module);
void bind_postprocess(py::module_& module);

// Arrays as the Python layer hands them over: of this type and in rows already, so that nothing is copied.
template <class T>
using Array = py::array_t<T, py::array::c_style>;

template <class T>
std::span<const T> view(const Array<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

template <class T>
Array<T> to_array(std::span<const T> values) {
  return Array<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

template <class T>
Array<T> to_array(const std::vector<T>& values) {
  return to_array(std::span<const T>(values));
}

// Text of a file, whatever bytes it holds.
inline py::str to_text(std::string_view text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "replace"));
}

// Why a real machine did not answer all that it was asked, or None.
template <class Outcome>
py::object failure_of(const Outcome& outcome) {
  if (!outcome.failure) return py::none();
  return to_text(outcome.failure->what());
}

template <class T>
py::array_t<T> unwritable(py::array_t<T> array) {
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

// What C++ holds, seen from Python and not to be written; owner lives as long as the array.
template <class T>
py::array_t<T> read_only(std::span<const T> values, const py::object& owner) {
  return unwritable(py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data(), owner));
}

// Rows, columns and values of pairs: walk(add) calls add(i, j, value) so many times.
template <class T, class Walk>
py::tuple triples(std::int64_t count, const Walk& walk) {
  Array<std::int32_t> rows(static_cast<py::ssize_t>(count));
  Array<std::int32_t> columns(static_cast<py::ssize_t>(count));
  Array<T> values(static_cast<py::ssize_t>(count));
  walk([row = rows.mutable_data(), column = columns.mutable_data(), value = values.mutable_data()](
           std::int32_t i, std::int32_t j, auto entry) mutable {
    *row++ = i;
    *column++ = j;
    *value++ = static_cast<T>(entry);
  });
  return py::make_tuple(rows, columns, values);
}

// Uninitialised, with so many rows and columns.
template <class T>
Array<T> matrix_of(std::size_t rows, std::size_t columns) {
  return Array<T>({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
}

}  // namespace spinsack::python
