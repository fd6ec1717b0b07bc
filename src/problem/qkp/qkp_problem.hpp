// SPDX-License-Identifier: Apache-2.0
// The quadratic knapsack as a row of the catalog of problems, and knapsacks as instances of any problem.
#pragma once

#include "instance/published.hpp"
#include "instance/qkp.hpp"
#include "problem/instance.hpp"
#include "problem/problem.hpp"

#include <optional>

namespace spinsack {

[[nodiscard]] const Problem& qkp_problem();

// published: the instance of these numbers, or nullptr.
[[nodiscard]] Instance instance_of(QkpInstance knapsack, const PublishedInstance* published);
[[nodiscard]] Instance instance_of(QkpInstance knapsack);  // recognised by its numbers
// Drawn by a generator, which may have hidden an optimum.
[[nodiscard]] Instance drawn_instance(QkpInstance knapsack, std::optional<Profit> optimum);

// Without a copy, for one call: the knapsack must outlive the instance and all its copies. Nobody looks whether it is a
// published one.
[[nodiscard]] Instance view_of(const QkpInstance& knapsack);

}  // namespace spinsack
