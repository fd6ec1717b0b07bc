// SPDX-License-Identifier: Apache-2.0
// The only list of methods.
#include "core/catalog.hpp"

#include "solver/automatic.hpp"
#include "solver/dp.hpp"
#include "solver/exact.hpp"
#include "solver/grasp.hpp"
#include "solver/greedy.hpp"
#include "solver/ihea.hpp"
#include "solver/incumbent.hpp"
#include "solver/iqiea.hpp"
#include "solver/lha.hpp"
#include "solver/machine.hpp"
#include "solver/method.hpp"
#include "solver/mip.hpp"
#include "solver/qkbp.hpp"
#include "solver/window_ils.hpp"

#include <fmt/format.h>

#include <vector>

namespace spinsack {
namespace {

template <class M>
M with_parameters(const ParameterValues& values) {
  return parse_parameters<M>(fmt::format("method '{}'", M::name), values);
}

template <class M>
Method entry() {
  constexpr bool brings_bound = requires { M::brings_bound; };
  constexpr bool writes_proofs = requires { M::writes_proofs; };
  return {
      M::name,
      M::help,
      describe_parameters<M>,
      [](const ParameterValues& values) { return parameter_values(with_parameters<M>(values)); },
      [](const QkpInstance& instance, const ParameterValues& values, const SolveRequest& request) {
        const M method = with_parameters<M>(values);
        Incumbent incumbent(instance, request);
        if (!incumbent.done(-1)) method.solve(instance, incumbent);
        return std::move(incumbent).outcome();
      },
      brings_bound,
      writes_proofs};
}

// Ours, what the paper compares with and newer rivals, and the paper's way with every machine there is.
std::vector<Method> make_catalog() {
  std::vector<Method> all{entry<Automatic>(),
                          entry<LagrangianHyperplaneAnnealing>(),
                          entry<Greedy>(),
                          entry<DynamicProgram>(),
                          entry<GraspTabu>(),
                          entry<QuantumInspired>(),
                          entry<HyperplaneExploration>(),
                          entry<BreakpointGreedy>(),
                          entry<WindowSearch>(),
                          entry<Exact>(),
                          entry<MixedIntegerProgram>()};
  for (const Sampler& sampler : samplers()) all.push_back(machine_method(sampler));
  return all;
}

}  // namespace

std::span<const Method> methods() {
  static const std::vector<Method> catalog = make_catalog();
  return catalog;
}

const Method& find_method(std::string_view name) { return find_entry(methods(), "method", name); }

}  // namespace spinsack
