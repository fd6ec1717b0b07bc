// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "instance/qkp.hpp"
#include "problem/problem.hpp"
#include "solver/method.hpp"

#include <span>

namespace spinsack {

// The methods for knapsacks alone.
[[nodiscard]] std::span<const Method> qkp_methods();

// What every search for a knapsack begins with.
[[nodiscard]] inline TrivialAnswer empty_knapsack(const QkpInstance& instance) {
  return {.labels = Labels(at(instance.size()), 0), .value = 0};
}

}  // namespace spinsack
