// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/plan.hpp"

#include <string>

namespace spinsack {

// The plan with a real machine in place of its samplers: every run of a sampler asks that machine instead, with the same
// instances, encodings, strengths and reads. What only the sampler understood, such as its sweeps, is left out. Without a
// time limit of its own a read takes 0.01 n seconds, as the paper gave to its machine; a method used whole, with a time
// limit for all its reads, makes one for every ten seconds of it, and not more than the plan says. UsageError if no run has a
// sampler. An empty name changes nothing.
[[nodiscard]] Plan on_machine(Plan plan, const std::string& machine);

}  // namespace spinsack
