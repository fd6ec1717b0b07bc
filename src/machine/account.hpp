// SPDX-License-Identifier: Apache-2.0
// What somebody who pays for requests to a machine wants to be asked and told. Machines know nothing of studies; a
// study that keeps jobs and a ledger fills in these functions and hands them over with its SampleRequest. Each may be
// empty. They are called from any thread, several at a time.
#pragma once

#include "core/request_clock.hpp"
#include "machine/machine_error.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace spinsack {

// A request about to be made.
struct PlannedRequest {
  std::string machine;          // its name in machines.toml
  std::int64_t first_read = 0;  // reads first_read .. first_read + reads - 1
  std::int64_t reads = 1;
  std::optional<double> worst_seconds =
      {};                  // of machine time: time limit x reads; nothing: not known
  std::int64_t bytes = 0;  // of the model as it is sent
};

// How it ended, whether with an answer or not.
struct FinishedRequest {
  PlannedRequest planned;
  RequestClock clock;     // total is always known
  std::string job;        // the vendor's name for it; empty if there is none
  bool accepted = false;  // the machine took it, or may have: it counts against a budget
  bool resumed = false;   // fetched, not asked anew
  std::int64_t attempts = 1;
  std::optional<MachineFault> fault = {};  // nothing: answered
  std::string message = {};                // of the fault
  std::int64_t findings = 0;               // samples whose energies the machine told wrong
  std::string machine_facts = {};          // what the machine said of itself, a JSON object
};

struct MachineAccount {
  // Before anything is sent: nothing to go ahead, or why not; the request then fails with MachineFault::budget.
  std::function<std::optional<std::string>(const PlannedRequest&)> refuse = {};
  // What was accepted for these reads before: a job to be fetched instead of asking anew, or a whole answer.
  std::function<std::optional<std::string>(const PlannedRequest&)> open_job = {};
  // The machine promises a result under this name; one that keeps none gives it whole. Safe on disk once this returns.
  std::function<void(const PlannedRequest&, const std::string& job)> accepted = {};
  // After every request that was sent or fetched.
  std::function<void(const FinishedRequest&)> finished = {};
};

}  // namespace spinsack
