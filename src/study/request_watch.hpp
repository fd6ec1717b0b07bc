// SPDX-License-Identifier: Apache-2.0
// Hears what the account of a cell hears, and keeps what goes into its record.
#pragma once

#include "machine/account.hpp"
#include "record/record.hpp"
#include "study/cell.hpp"

#include <mutex>
#include <optional>
#include <string>

namespace spinsack {

class RequestWatch {
 public:
  // The account outlives it.
  explicit RequestWatch(const MachineAccount& account);
  RequestWatch(const RequestWatch&) = delete;
  RequestWatch& operator=(const RequestWatch&) = delete;

  const MachineAccount* account() const { return &account_; }

  // The last request, if it had no answer.
  struct Unanswered {
    RequestClock clock;
    std::int64_t reads = 1;
  };
  const std::optional<Unanswered>& unanswered() const { return unanswered_; }
  // What the machine said of itself, as it goes into the record.
  const std::string& facts() const { return facts_; }
  // Samples whose energies it told wrong.
  std::int64_t wrong_energies() const { return wrong_energies_; }

 private:
  MachineAccount account_;
  std::mutex mutex_;
  std::optional<Unanswered> unanswered_;
  std::string facts_;
  std::int64_t wrong_energies_ = 0;
};

// Reads of one request share its time.
[[nodiscard]] RequestClock share_of(RequestClock clock, double reads);

// A request without an answer is a run without a solution, of every variant.
[[nodiscard]] RunRecord unanswered_run(const Cell& cell, std::int64_t read,
                                       const MachineError& error, const RequestWatch& watch);

}  // namespace spinsack
