// SPDX-License-Identifier: Apache-2.0
// The paper's way as a method, once per sampler: formulate the instance as a QUBO, let the machine sample it,
// post-process every sample, keep the best. With `--post none` only samples that are feasible as they come
// count (the paper's SA), with `repair` they are mended (SA-R), and so on.
//
// A rule that gives several penalty strengths runs all reads at each of them. Reads are numbered through, so
// that the answer does not depend on threads.
#pragma once

#include "sampler/sampler.hpp"
#include "solver/method.hpp"

namespace spinsack {

// sampler must outlive the method, as the entries of samplers() do.
[[nodiscard]] Method machine_method(const Sampler& sampler);

}  // namespace spinsack
