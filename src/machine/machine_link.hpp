// SPDX-License-Identifier: Apache-2.0
// The way to one machine, whatever is behind it: a question goes out, and an answer or a MachineError comes back.
// What may be tried again is, nothing is asked twice that may have been paid for, and every request that was sent
// is told to who pays.
#pragma once

#include "machine/account.hpp"
#include "machine/worker.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace spinsack {

enum class PrecisionRule { refuse, warn, round };

struct MachineTrying {
  std::int64_t retries = 5;
  double patience = 600;  // seconds beyond the time limit before giving up
  double first_wait = 1;  // seconds before a second attempt, doubled for each that follows
  PrecisionRule precision = PrecisionRule::refuse;
  WorkerPatience worker = {};
};

struct CheckedAnswer {
  MachineAnswer answer;  // rows of as many variables as the model has
  RequestClock clock;    // complete
  std::vector<std::string> remarks = {};
  std::int64_t findings = 0;  // rows whose energy was told wrong
};

class MachineLink {
 public:
  MachineLink(MachineDescription machine, const MachineTrying& trying);

  const MachineDescription& machine() const { return machine_; }
  [[nodiscard]] Hello hello();

  // The model of the question is filled in here. interrupted may be null.
  [[nodiscard]] CheckedAnswer ask(const QuboModel& model, MachineQuestion question,
                                  const MachineAccount* account,
                                  const std::atomic<bool>* interrupted);

 private:
  class Request;  // one of them, with its attempts

  MachineDescription machine_;
  MachineTrying trying_;
  std::unique_ptr<ModelFolder> folder_;  // of a command; a worker has its own
};

}  // namespace spinsack
