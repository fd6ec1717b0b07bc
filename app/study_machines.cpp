// SPDX-License-Identifier: Apache-2.0
#include "study_machines.hpp"

#include "core/error.hpp"
#include "machine/machine_link.hpp"
#include "study/estimate.hpp"
#include "study/machine_desk.hpp"
#include "study_output.hpp"

#include <fmt/format.h>

#include <iostream>
#include <unistd.h>

namespace spinsack::cli {
namespace {

// Of a model written out: each pair as three numbers, with a penalty all pairs.
double model_bytes(const Cell& cell) {
  constexpr double bytes_per_term = 14;
  const double n = cell.instance->record.n;
  return bytes_per_term * n * (n + 1) / 2;
}

}  // namespace

std::map<std::string, PlannedRequests> requests_by_machine(const std::vector<Cell>& cells,
                                                           const Shard& shard) {
  std::map<std::string, PlannedRequests> machines;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::int64_t requests = request_count(cells[i]);
    if (requests == 0 || !shard.owns(i)) continue;
    PlannedRequests& sum = machines[machine_of(cells[i])];
    sum.requests += requests;
    // The limit of a method is for all its reads together.
    const auto limits =
        static_cast<double>(cells[i].setting->variants.empty() ? std::int64_t{1} : requests);
    sum.unlimited = sum.unlimited || !cells[i].time_limit();
    sum.seconds += limits * cells[i].time_limit().value_or(0);
    sum.bytes += static_cast<double>(requests) * model_bytes(cells[i]);
  }
  return machines;
}

std::string requests_text(const PlannedRequests& planned) {
  return fmt::format(
      "{} request{}, {}, about {} of models", planned.requests, planned.requests == 1 ? "" : "s",
      planned.unlimited ? "of unknown length" : fmt::format("at most {:.6g} s", planned.seconds),
      bytes_text(planned.bytes));
}

std::vector<std::string> undescribed_machines(
    const std::map<std::string, PlannedRequests>& machines) {
  std::vector<std::string> sentences;
  for (const auto& [name, planned] : machines) {
    try {
      static_cast<void>(describe_machine(name));
    } catch (const UsageError& error) {
      sentences.emplace_back(error.what());
    }
  }
  return sentences;
}

void confirm_machines(const std::map<std::string, PlannedRequests>& machines, bool yes) {
  for (const auto& [name, planned] : machines) {
    const Hello hello = MachineLink(describe_machine(name), {}).hello();
    if (yes || hello.billing == "none") continue;
    const std::string what =
        fmt::format("machine '{}' bills its requests ({}), and there may be {}", name,
                    hello.billing, requests_text(planned));
    if (::isatty(STDIN_FILENO) == 0) throw UsageError(fmt::format("{}; add --yes to do it", what));
    std::cerr << what << "\nGo on? [y/N] ";
    std::string answer;
    std::getline(std::cin, answer);
    if (answer != "y" && answer != "yes") throw UsageError("not started");
  }
}

}  // namespace spinsack::cli
