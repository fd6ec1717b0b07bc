// SPDX-License-Identifier: Apache-2.0
// A cell is the piece of a study that is done, recorded and repeated as one: an instance, a method with all
// its parameters, a seed, and for a machine a block of reads. Its name is a digest of everything that decides
// its results, and of the name of the plan.
#pragma once

#include "core/error.hpp"
#include "core/params.hpp"
#include "core/types.hpp"
#include "instance/source.hpp"
#include "record/record.hpp"
#include "study/plan.hpp"

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
};

struct Cell {
  std::string id;
  std::shared_ptr<const InstanceRecord> instance;
  std::string source;  // where the instance is found: a published name, or a file
  int number = 1;      // of the instance in that file, from 1
  std::shared_ptr<const Setting> setting;
  std::uint64_t seed = 0;
  std::int64_t first_read = 0;
  std::int64_t reads = 1;
  std::optional<double> time_limit = {};
  std::optional<Profit> target = {};
};

[[nodiscard]] InstanceRecord instance_record(const LoadedInstance& loaded);

// All cells of a plan, instance by instance. InputError or UsageError, naming the line of the plan, for an
// instance that does not exist, parameters that do not go together, or two settings whose results would
// carry the same name; TooManyCells before any is made if there are more than most.
inline constexpr std::int64_t many_cells = 100'000;
inline constexpr std::int64_t most_cells = 20'000'000;
struct TooManyCells : UsageError {
  using UsageError::UsageError;
};
[[nodiscard]] std::vector<Cell> cells_of(const Plan& plan, std::int64_t most = most_cells);

// Does the work. A failure of the work itself (out of memory, a model that cannot be held) is a record with
// an error; an interrupt gives nothing.
[[nodiscard]] std::optional<CellRecord> run_cell(const Cell& cell, const Plan& plan,
                                                 const std::atomic<bool>* interrupted = nullptr);

}  // namespace spinsack
