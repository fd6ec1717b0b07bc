// SPDX-License-Identifier: Apache-2.0
// Errors of the library become exceptions of the same names, with the command's own texts.
#include "bindings.hpp"
#include "core/error.hpp"

#include <exception>
#include <string>

namespace spinsack::python {
namespace {

// Of the module spinsack.errors, which derives them from what Python programs expect: ValueError, OSError.
void raise(const char* name, const std::exception& error) {
  const py::object type = py::module_::import("spinsack.errors").attr(name);
  PyErr_SetObject(type.ptr(), to_text(error.what()).ptr());
}

}  // namespace

void bind_errors(py::module_& module) {
  static_cast<void>(module);
  // NOLINTNEXTLINE(performance-unnecessary-value-param): what pybind11 calls takes it so
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      raise("InputError", error);
    } catch (const InvalidInstance& error) {
      raise("InvalidInstance", error);
    } catch (const UsageError& error) {
      raise("UsageError", error);
    } catch (const FileError& error) {
      raise("FileError", error);
    } catch (const Error& error) {
      raise("Error", error);
    }
  });
}

}  // namespace spinsack::python
