// SPDX-License-Identifier: Apache-2.0
// One run of one method on one instance, and files of runs: CSV, a line per run.
#pragma once

#include "core/types.hpp"
#include "instance/qkp.hpp"
#include "solver/method.hpp"

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace spinsack::quality {

// A method and its parameters, written NAME or NAME:KEY=VALUE:KEY=VALUE.
struct MethodChoice {
  std::string label;  // as written
  const Method* method = nullptr;
  ParameterValues parameters;
};
[[nodiscard]] MethodChoice parse_method(std::string_view text);

struct Run {
  std::string group;  // of instances that are summed up together
  Index n = 0;
  std::string instance;
  std::uint64_t seed = 0;
  double limit = 0;  // seconds
  std::string method;
  std::optional<Profit> target;  // published instances have one, and the run ends there
  Profit value = 0;
  double seconds_to_value = 0;
  double seconds = 0;

  bool published() const { return target.has_value(); }
  double seconds_to_target() const {
    return value >= *target ? seconds_to_value : std::numeric_limits<double>::infinity();
  }
  // What every method meets once.
  auto task() const { return std::tuple(instance, seed, limit); }
  // What makes runs of two builds comparable.
  auto key() const { return std::tuple(instance, seed, limit, method); }
};
using Runs = std::vector<Run>;

// Set by Ctrl-C: a run then ends at once, and is not worth keeping.
[[nodiscard]] const std::atomic<bool>& interrupted();
void watch_for_interrupt();

struct Limits {
  std::uint64_t seed = 0;
  double seconds = 0;
  std::optional<Profit> target = {};
};
// Nothing if it was interrupted. Fails if the value reported is not that of the bits.
[[nodiscard]] std::optional<Run> run_once(const MethodChoice& choice, const QkpInstance& instance,
                                          std::string group, const Limits& limits);

[[nodiscard]] std::string csv_header();
[[nodiscard]] std::string csv_line(const Run& run);
[[nodiscard]] Runs read_runs(const std::string& path);

}  // namespace spinsack::quality
