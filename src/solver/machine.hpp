// SPDX-License-Identifier: Apache-2.0
// The paper's way as a method, once per sampler: formulate the instance as a QUBO, let the machine sample it,
// post-process every sample, keep the best. With `--post none` only samples that are feasible as they come
// count (the paper's SA), with `repair` they are mended (SA-R), and so on.
//
// A rule that gives several penalty strengths runs all reads at each of them. The rule `auto` takes its strengths in turn,
// one read after the other, and the choices that the encoding leaves open likewise: post-processing lives on variety.
// Reads are numbered through, so that the answer does not depend on threads.
#pragma once

#include "formulation/formulation.hpp"
#include "sampler/sampler.hpp"
#include "solver/method.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// The parameters of such a method, each with whom it belongs to.
struct MachinePlan {
  const Sampler* sampler = nullptr;
  ParameterValues sampler_parameters;
  FormulationRequest formulation;  // its strength is to be one of the next
  std::vector<double> strengths;
  bool in_turn = false;    // read k takes strength k modulo their number; else all reads take each
  std::int64_t reads = 1;  // at each of the strengths, or in turn
  std::string post;

  // What a read is a sample of, where reads take turns.
  [[nodiscard]] FormulationRequest formulation_of(std::int64_t read) const;
};
// UsageError for parameters that are unknown or out of range.
[[nodiscard]] MachinePlan plan_machine(const Sampler& sampler, const QkpInstance& instance,
                                       const ParameterValues& values);

// The name of the method that works with a sampler: the sampler's own, but `machine` for the sampler `auto`, since that
// word means the portfolio among methods.
[[nodiscard]] std::string_view machine_name(const Sampler& sampler);
// The sampler of the method called so, or null if that is no machine.
[[nodiscard]] const Sampler* find_machine(std::string_view method);

// sampler must outlive the method, as the entries of samplers() do.
[[nodiscard]] Method machine_method(const Sampler& sampler);

}  // namespace spinsack
