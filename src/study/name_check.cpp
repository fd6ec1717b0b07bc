// SPDX-License-Identifier: Apache-2.0
#include "study/name_check.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

namespace spinsack {

void NameCheck::add(const std::string& name, const PlannedRun& run, ParameterValues parameters) {
  check_strength(name, parameters);
  parameters.erase("lambda");
  const ParameterValues usable = parameters;
  if (!run.variants.empty()) {
    parameters["reads"] = std::to_string(run.reads);
    parameters["reads-per-cell"] = std::to_string(run.reads_per_cell);
  }
  parameters["method"] = run.method;
  parameters["time-limit"] = run.time_limit         ? params::to_text(*run.time_limit)
                             : run.seconds_per_item ? params::to_text(*run.seconds_per_item) + "n"
                                                    : "none";
  parameters["target"] = run.target;
  const auto [place, fresh] = seen_.try_emplace(name, parameters);
  if (fresh || place->second == parameters) return;
  for (const auto& [key, value] : parameters) {
    const auto other = place->second.find(key);
    if (other != place->second.end() && other->second == value) continue;
    const std::string wanted =
        usable.contains(key) ? fmt::format("a name with {{{}}}", key) : "different names";
    throw UsageError(fmt::format("two settings are called '{}' and differ in {}: expected {}", name,
                                 key, wanted));
  }
  throw UsageError(fmt::format("two settings are called '{}': expected different names", name));
}

// The same strength in two ways of writing would be two sets of the same samples.
void NameCheck::check_strength(const std::string& name, const ParameterValues& parameters) {
  const auto strength = parameters.find("lambda");
  if (strength == parameters.end()) return;
  const std::string& text = strength->second;
  const auto [place, fresh] = strengths_.try_emplace({name, strength_text(text)}, text);
  if (!fresh && place->second != text)
    throw UsageError(
        fmt::format("two settings are called '{}' and have the same strength, {} and {}: "
                    "expected one way of writing it",
                    name, place->second, text));
}

}  // namespace spinsack
