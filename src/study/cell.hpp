// SPDX-License-Identifier: Apache-2.0
// A cell is the piece of a study that is done, recorded and repeated as one: an instance, a method with all
// its parameters, a seed, and for a machine a block of reads. Its name is a digest of everything that decides
// its results, and of the name of the plan.
#pragma once

#include "core/error.hpp"
#include "core/params.hpp"
#include "core/types.hpp"
#include "machine/account.hpp"
#include "record/cell_id.hpp"
#include "record/record.hpp"
#include "study/plan.hpp"
#include "study/planned_instances.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spinsack {

// What cells have in common that differ in instance, seed and reads only.
struct Setting {
  std::string method;
  std::string label;
  ParameterValues parameters;                                 // all, defaults included
  std::vector<std::pair<std::string, std::string>> variants;  // name and steps
  std::optional<double> time_limit = {};                      // seconds; or for each item:
  std::optional<double> seconds_per_item = {};
};

// Small, since a study may have twenty million.
struct Cell {
  CellId id;
  std::shared_ptr<const PlannedInstance> instance;
  std::shared_ptr<const Setting> setting;
  std::uint64_t seed = 0;
  std::int64_t first_read = 0;
  std::int64_t reads = 1;
  std::optional<Profit> target = {};

  std::optional<double> time_limit() const {  // seconds
    if (setting->seconds_per_item) return *setting->seconds_per_item * instance->record.n;
    return setting->time_limit;
  }
};

// All cells of a plan, instance by instance. InputError or UsageError, naming the line of the plan, for an
// instance that does not exist, parameters that do not go together, or two settings whose results would
// carry the same name; TooManyCells before any is made if there are more than most.
inline constexpr std::int64_t many_cells = 100'000;
inline constexpr std::int64_t most_cells = 20'000'000;
struct TooManyCells : UsageError {
  using UsageError::UsageError;
};
[[nodiscard]] std::vector<Cell> cells_of(const Plan& plan, std::int64_t most = most_cells);

struct CellOutcome {
  std::optional<CellRecord> record;  // nothing: no result, and the cell is left as it is
  bool cut_short = false;  // the record has what a machine answered before; the rest is left
  std::optional<MachineError> machine_end;  // no request to its machine can succeed
  std::int64_t wrong_energies = 0;          // samples whose energies the machine told wrong
};

// Does the work. A failure of the work itself (out of memory, a model that cannot be held, a file that the
// system refuses, a machine that gives no answer) is a record with an error, whatever was thrown; an interrupt gives
// nothing. A request that came to its deadline is a run without an answer. What a real machine answered before a failure
// or an interrupt is always in the record. account is asked and told of requests to real machines; earlier is such a
// record, or null: its answers are not asked for again.
[[nodiscard]] CellOutcome run_cell(const Cell& cell, const Plan& plan,
                                   const std::atomic<bool>* interrupted = nullptr,
                                   const MachineAccount& account = {},
                                   const CellRecord* earlier = nullptr);

}  // namespace spinsack
