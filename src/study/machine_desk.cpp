// SPDX-License-Identifier: Apache-2.0
#include "study/machine_desk.hpp"

#include "solver/machine.hpp"

#include <fmt/format.h>

#include <utility>

namespace spinsack {
namespace {

// Requests of a cell are told apart by their first read.
std::string request_name(const std::string& cell, const PlannedRequest& request) {
  return fmt::format("{}/{}", cell, request.first_read);
}

// Whether a job that was accepted may still have a result, once we can ask for it again.
bool may_still_answer(MachineFault fault) {
  switch (fault) {
    case MachineFault::auth:
    case MachineFault::quota:
    case MachineFault::budget:
    case MachineFault::busy:
    case MachineFault::network:
    case MachineFault::protocol:
      return true;
    case MachineFault::timeout:
    case MachineFault::size:
    case MachineFault::precision:
    case MachineFault::parameter:
    case MachineFault::machine:
    case MachineFault::cancelled:
      return false;
  }
  return false;
}

}  // namespace

std::string machine_of(const Cell& cell) {
  const Sampler* const sampler = find_machine(cell.setting->method);
  if (sampler == nullptr || !sampler->real_machine) return {};
  const auto machine = cell.setting->parameters.find("machine");
  return machine == cell.setting->parameters.end() ? cell.setting->method : machine->second;
}

MachineDesk::MachineDesk(const std::string& folder, FindBudget budget)
    : budget_(std::move(budget)), jobs_(folder), spending_(folder) {}

MachineAccount MachineDesk::account_of(const Cell& cell) {
  const std::string id = cell.id.text();
  return {
      .refuse = [this, id](const PlannedRequest& request) { return refuse(id, request); },
      .open_job = [this, id](const PlannedRequest& request) { return jobs_.open_job(id, request); },
      .accepted = [this, id](const PlannedRequest& request,
                             const std::string& job) { jobs_.accept(id, request, job); },
      .finished = [this, id](const FinishedRequest& request) { finish(id, request); }};
}

// A job that waits was paid for when it was accepted.
std::optional<std::string> MachineDesk::refuse(const std::string& cell,
                                               const PlannedRequest& request) {
  if (jobs_.open_job(cell, request)) return std::nullopt;
  const MachineBudget budget = budget_ ? budget_(request.machine) : MachineBudget{};
  return spending_.reserve(request_name(cell, request), request, budget);
}

void MachineDesk::finish(const std::string& cell, const FinishedRequest& request) {
  if (request.fault && request.accepted && !request.job.empty() && may_still_answer(*request.fault))
    return;  // its worst case stands until it is fetched
  spending_.settle(request_name(cell, request.planned), request);
  if (request.fault && (request.resumed || !request.job.empty()))
    jobs_.close(cell, request.planned, name_of(*request.fault));
}

void MachineDesk::end(const std::string& machine, const MachineError& error) {
  const std::scoped_lock lock(mutex_);
  ended_.try_emplace(machine, fmt::format("{}: {}", name_of(error.fault()), error.what()));
}

std::optional<std::string> MachineDesk::ended(const std::string& machine) const {
  const std::scoped_lock lock(mutex_);
  const auto found = ended_.find(machine);
  return found == ended_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace spinsack
