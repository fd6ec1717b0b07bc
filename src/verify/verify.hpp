// SPDX-License-Identifier: Apache-2.0
// The outside checker: takes an instance and a claimed result and recomputes everything from the bits,
// with code that shares nothing with the solvers but the instance itself.
#pragma once

#include "core/file.hpp"
#include "instance/qkp.hpp"
#include "problem/instance.hpp"

#include <span>
#include <string>
#include <vector>

namespace spinsack {

struct Check {
  std::string what;     // such as "value"
  std::string claimed;  // empty if the result does not say
  std::string computed;
  bool holds = false;
};

struct Verification {
  std::string instance;
  std::vector<Check> checks;
  bool holds() const;
};

// The file holds JSON Lines as `solve --json` writes them, or one answer as text. Every JSON line is
// matched with an instance by name (or with the only one given). Throws InputError if the file cannot be
// read as either.
[[nodiscard]] std::vector<Verification> verify(std::span<const Instance> instances,
                                               const InputFile& result);
[[nodiscard]] std::vector<Verification> verify(std::span<const QkpInstance> instances,
                                               const InputFile& result);

}  // namespace spinsack
