// SPDX-License-Identifier: Apache-2.0
// The paper's way as a method of every problem, once per sampler: formulate the instance as a QUBO, let the machine
// sample it, post-process every sample, keep the best. With `--post none` only samples that are feasible as they come
// count (the paper's SA), with `repair` they are mended (SA-R), and so on.
//
// Where there are several penalty strengths, all reads are made at each of them, unless reads take turns (models.hpp):
// post-processing lives on variety. Reads are numbered through, so that the answer does not depend on threads.
#pragma once

#include "problem/problem.hpp"
#include "sampler/sampler.hpp"
#include "solver/method.hpp"
#include "solver/models.hpp"

#include <string>
#include <string_view>

namespace spinsack {

// The parameters of such a method, each with whom it belongs to.
struct MachinePlan {
  const Sampler* sampler = nullptr;
  ParameterValues sampler_parameters;
  ModelPlan models;
  std::int64_t reads = 1;  // at each of the strengths, or in turn
  Steps post;
};
// UsageError for parameters that are unknown or out of range.
[[nodiscard]] MachinePlan plan_machine(const Sampler& sampler, const Instance& instance,
                                       const ParameterValues& values);

// How the instances of a problem become models: its own way, or that of its program.
[[nodiscard]] const ModelMaker& models_of(const Problem& problem);

// The name of the method that works with a sampler: the sampler's own, but `machine` for the sampler `auto`, since that
// word means the portfolio among methods.
[[nodiscard]] std::string_view machine_name(const Sampler& sampler);
// The sampler of the method called so, or null if that is no machine.
[[nodiscard]] const Sampler* find_machine(std::string_view method);

// Both must outlive the method, as the entries of samplers() and problems() do.
[[nodiscard]] Method machine_method(const Sampler& sampler, const Problem& problem);

}  // namespace spinsack
