// SPDX-License-Identifier: Apache-2.0
// What requests to machines have cost, in spend.jsonl of the study, and whether another one fits the budget. A request
// is entered with the worst that it can cost before it is sent, and with what it did cost once that is known. So the
// sum is never too small: not while requests are under way, in this process or in others that share the directory, and
// not after any of them was killed.
#pragma once

#include "core/locked_lines.hpp"
#include "machine/account.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace spinsack {

// Limits of one machine in one study; none if nothing is said.
struct MachineBudget {
  std::optional<std::int64_t> requests = {};
  std::optional<double> seconds = {};  // of machine time
};

struct MachineSpending {
  std::int64_t requests = 0;
  double seconds = 0;
  std::int64_t open = 0;  // of the requests, those that count with their worst case
  std::string refused;    // why the last request that was not made was not
};

class SpendBook {
 public:
  explicit SpendBook(const std::string& folder);

  // name tells the requests of a study apart; the same request asked again is another expense. Nothing if it may be
  // sent now, or why not.
  [[nodiscard]] std::optional<std::string> reserve(const std::string& name,
                                                   const PlannedRequest& request,
                                                   const MachineBudget& budget);
  // What the request has cost.
  void settle(const std::string& name, const FinishedRequest& request);

  // By machine, as far as it is known here.
  [[nodiscard]] std::map<std::string, MachineSpending> spending();

 private:
  struct Expense {
    std::int64_t requests = 0;
    double seconds = 0;
    bool open = false;
  };
  struct Machine {
    std::map<std::string, std::vector<Expense>> expenses;  // by name
    std::string refused;
  };
  void take(std::string_view line);
  static MachineSpending sum(const Machine& machine);

  LockedLines lines_;
  std::mutex mutex_;
  std::map<std::string, Machine> machines_;
};

}  // namespace spinsack
