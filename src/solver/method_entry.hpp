// SPDX-License-Identifier: Apache-2.0
// A method of one problem as a row of its list: the struct of method.hpp with the type of the instances that it solves.
#pragma once

#include "core/params.hpp"
#include "solver/incumbent.hpp"
#include "solver/method.hpp"

#include <fmt/format.h>

#include <utility>

namespace spinsack {

template <class M>
M method_with(const ParameterValues& values) {
  return parse_parameters<M>(fmt::format("method '{}'", M::name), values);
}

template <class M, class Typed>
Method method_entry() {
  constexpr bool brings_bound = requires { M::brings_bound; };
  constexpr bool writes_proofs = requires { M::writes_proofs; };
  return {M::name,
          M::help,
          describe_parameters<M>,
          [](const ParameterValues& values) { return parameter_values(method_with<M>(values)); },
          [](const Instance& instance, const ParameterValues& values, const SolveRequest& request) {
            const auto method = method_with<M>(values);
            const auto& typed = instance.as<Typed>();
            Incumbent incumbent(instance, request);
            if (!incumbent.done(-1)) method.solve(typed, incumbent);
            return std::move(incumbent).outcome();
          },
          brings_bound,
          writes_proofs};
}

}  // namespace spinsack
