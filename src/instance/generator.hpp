// SPDX-License-Identifier: Apache-2.0
// Random instances of several families, described by parameters and a seed. A family is a struct
// like those in families/: name, help, its parameters as members, and draw(). A new one is one file
// and a line in generator.cpp, and has the parameters of families/variations.hpp for free.
//
// The same parameters give the same instance on every machine: only integers and the basic
// operations of IEEE arithmetic, which round the same way everywhere, and no library functions
// beyond sqrt.
#pragma once

#include "core/params.hpp"
#include "core/types.hpp"
#include "instance/qkp.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

struct GeneratorFamily {
  std::string_view name;
  std::string_view help;
  std::vector<Parameter> (*parameters)();
  // Parameters as texts; UsageError if they are unknown, out of range or do not fit each other. The
  // instance's name says family, size, seed and every parameter that is not at its default.
  QkpInstance (*generate)(const ParameterValues& values);
  // All parameters, defaults included.
  ParameterValues (*complete)(const ParameterValues& values);
  // The optimal value, for families that hide a known solution.
  std::optional<Profit> (*known_optimum)(const ParameterValues& values);
};

[[nodiscard]] std::span<const GeneratorFamily> generator_families();
[[nodiscard]] const GeneratorFamily& find_generator_family(std::string_view name);

[[nodiscard]] QkpInstance generate(std::string_view family, const ParameterValues& values);

}  // namespace spinsack
