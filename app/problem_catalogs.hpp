// SPDX-License-Identifier: Apache-2.0
// The catalogs of all problems as one, for flags, help and lists: what a name means is for the problem of the instance
// to say, once there is one.
#pragma once

#include "core/params.hpp"
#include "problem/problem.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

// An entry that some problems have; where several do, it has the parameters of all.
struct SharedEntry {
  std::string_view name;
  std::string_view help;                // of the first of them
  std::vector<const Problem*> of = {};  // those problems, in the order of the catalog
  std::vector<Parameter> known_parameters = {};

  std::vector<Parameter> parameters() const { return known_parameters; }
};

[[nodiscard]] std::span<const SharedEntry> all_methods();
[[nodiscard]] std::span<const SharedEntry> all_formats();
[[nodiscard]] std::span<const SharedEntry> all_families();
[[nodiscard]] std::span<const SharedEntry> all_steps();

// UsageError unless some problem has such a method that takes these parameters: what can be said before an instance is
// read.
void require_method(std::string_view name, const ParameterValues& parameters);

// Likewise of steps joined by '+'.
void require_steps(std::string_view text);

}  // namespace spinsack::cli
