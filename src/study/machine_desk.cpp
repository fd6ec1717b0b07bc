// SPDX-License-Identifier: Apache-2.0
#include "study/machine_desk.hpp"

#include "machine/description.hpp"
#include "machine/messages.hpp"
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
    case MachineFault::cancelled:  // by us; not every machine obeys
      return true;
    case MachineFault::timeout:
    case MachineFault::size:
    case MachineFault::precision:
    case MachineFault::parameter:
    case MachineFault::machine:
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

MachineBudget described_budget(const std::string& machine) {
  const MachineDescription description = describe_machine(machine);
  return {.requests = description.most_requests, .seconds = description.most_seconds};
}

MachineDesk::MachineDesk(const std::string& folder, FindBudget budget)
    : budget_(std::move(budget)), jobs_(folder), answers_(folder), spending_(folder) {}

MachineAccount MachineDesk::account_of(const Cell& cell) {
  const std::string id = cell.id.text();
  return {.refuse = [this, id](const PlannedRequest& request) { return refuse(id, request); },
          .open_job = [this, id](const PlannedRequest& request) { return promise(id, request); },
          .accepted =
              [this, id](const PlannedRequest& request, const std::string& job) {
                if (is_answer(job))
                  answers_.keep(id, request, job);
                else
                  jobs_.accept(id, request, job);
              },
          .finished = [this, id](const FinishedRequest& request) { finish(id, request); }};
}

std::optional<std::string> MachineDesk::promise(const std::string& cell,
                                                const PlannedRequest& request) {
  if (std::optional<std::string> answer = answers_.find(cell, request)) return answer;
  return jobs_.open_job(cell, request);
}

MachineBudget MachineDesk::budget_of(const std::string& machine) {
  const std::scoped_lock lock(mutex_);
  const auto known = budgets_.find(machine);
  if (known != budgets_.end()) return known->second;
  return budgets_[machine] = budget_ ? budget_(machine) : MachineBudget{};
}

// Nobody asks about a job that is fetched, which was paid for when it was accepted. So this is another expense, also
// where a job is open that the machine has lost, or keeps no more.
std::optional<std::string> MachineDesk::refuse(const std::string& cell,
                                               const PlannedRequest& request) {
  return spending_.reserve(request_name(cell, request), request, budget_of(request.machine));
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
  ended_.try_emplace(machine, error);
}

std::optional<MachineError> MachineDesk::ended(const std::string& machine) const {
  const std::scoped_lock lock(mutex_);
  const auto found = ended_.find(machine);
  return found == ended_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace spinsack
