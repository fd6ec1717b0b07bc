// SPDX-License-Identifier: Apache-2.0
// A plan of a study, in TOML: which instances, which methods, with which parameters, how often. A parameter
// may be a list or a range, and every combination is run. docs/studies.md explains the keys.
//
//   title = "Penalty strengths on small instances"
//   instances = ["medium:100_25_*"]
//
//   [[run]]
//   method = "sa"
//   sweeps = [1e4, 1e5]
//   lambda = "2^-2..2^4"
//   reads = 10
//   variants = { "SA {sweeps}" = "none", "SA-RI {sweeps}" = "repair+fill+exchange" }
//
//   [quick]                      # what the quick form of the plan changes
//   instances = ["medium:100_25_1"]
#pragma once

#include "core/params.hpp"
#include "problem/problem.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

struct PlannedRun {
  std::string method;
  std::string label;  // may hold {parameter}; names what a method without variants gives
  // Name, which may hold {parameter}, and steps. Empty: the method is used as a whole. Otherwise it is a
  // sampler, and every raw sample goes through the steps of each variant.
  std::vector<std::pair<std::string, std::string>> variants;
  std::vector<std::pair<std::string, std::vector<std::string>>> parameters;  // values to combine
  std::vector<std::uint64_t> seeds;
  std::int64_t reads = 1;  // of a sampler with variants
  std::int64_t reads_per_cell = 10;
  std::optional<double> time_limit = {};        // seconds; or so many for each item:
  std::optional<double> seconds_per_item = {};  // at most one of the two
  std::string target;                           // empty, "best-known" or a value
  std::vector<std::string> instances;  // names or files relative to the plan, or patterns of them
  std::int64_t line = 0;               // where the plan says so, for messages
  std::int64_t instances_line = 0;
};

struct Plan {
  std::string path;    // of the file
  std::string name;    // of the file, without folder and ending
  std::string folder;  // that relative files start from
  std::string form;    // "full" or "quick"
  std::string text;    // as read
  std::string title;
  std::string about;
  const Problem* problem =
      nullptr;  // of all its instances: the first of the catalog, or that of the key `problem`
  std::string machine;  // that takes the place of its samplers, see on_machine(); empty for none
  std::vector<PlannedRun> runs;
};

// UsageError or InputError with file, line and the nearest valid word for anything that is not as it should
// be. Methods, their parameters, samplers and steps are checked here, instances by cells_of().
[[nodiscard]] Plan parse_plan(std::string_view path, std::string text, bool quick);
// A penalty strength in a form that is the same for the same one, as of 2, 2.0 and 2^1. A rule whose strength
// depends on the instance is another one than any number; what is no strength stays as it is.
[[nodiscard]] std::string strength_text(std::string_view text);

// A file, or the name of a built-in plan.
[[nodiscard]] Plan read_plan(std::string_view path, bool quick);

}  // namespace spinsack
