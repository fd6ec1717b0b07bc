// SPDX-License-Identifier: Apache-2.0
#include "study/on_machine.hpp"

#include "core/error.hpp"
#include "solver/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spinsack {
namespace {

constexpr double paper_seconds_per_item = 0.01;
constexpr double seconds_per_read = 10;  // what that is for a thousand items

const Sampler& real_machine() {
  const auto found = std::ranges::find_if(samplers(), &Sampler::real_machine);
  if (found == samplers().end()) throw UsageError("--machine: this build has no real machines");
  return *found;
}

// Reads of a method share its time, and a million of them, as for a sampler of ours, would leave none for each.
void limit_reads(PlannedRun& run) {
  if (!run.variants.empty() || !run.time_limit) return;
  const auto most =
      std::max<std::int64_t>(1, static_cast<std::int64_t>(*run.time_limit / seconds_per_read));
  std::erase_if(run.parameters, [](const auto& parameter) { return parameter.first == "reads"; });
  run.parameters.emplace_back("reads",
                              std::vector{std::to_string(std::min<std::int64_t>(most, run.reads))});
}

void ask_machine(const Problem& problem, PlannedRun& run, const Sampler& external,
                 const std::string& machine) {
  const std::vector<Parameter> known = machine_method(external, problem).parameters();
  std::erase_if(run.parameters, [&](const auto& parameter) {
    return parameter.first == "machine" || std::ranges::none_of(known, [&](const Parameter& p) {
             return p.name == parameter.first;
           });
  });
  run.parameters.emplace_back("machine", std::vector{machine});
  if (run.label == run.method) run.label = machine;
  run.method = machine_name(external);
  if (!run.time_limit && !run.seconds_per_item) run.seconds_per_item = paper_seconds_per_item;
  limit_reads(run);
  run.reads_per_cell = 1;  // a request each
}

}  // namespace

Plan on_machine(Plan plan, const std::string& machine) {
  if (machine.empty()) return plan;
  const Sampler& external = real_machine();
  bool replaced = false;
  for (PlannedRun& run : plan.runs) {
    if (find_machine(run.method) == nullptr) continue;
    ask_machine(*plan.problem, run, external, machine);
    replaced = true;
  }
  if (!replaced)
    throw UsageError(fmt::format(
        "--machine: expected a plan with a run of a sampler, found none in '{}'", plan.name));
  plan.machine = machine;
  return plan;
}

}  // namespace spinsack
