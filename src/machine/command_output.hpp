// SPDX-License-Identifier: Apache-2.0
// What programs print that were started for one request, as a catalog. A new one is a reader and a line in
// command_output.cpp.
#pragma once

#include "core/file.hpp"
#include "machine/answers.hpp"
#include "machine/sample_rows.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

struct CommandAnswer {
  SampleRows rows;                                   // energies, if any, are to be minimised
  std::vector<std::optional<double>> found_at = {};  // seconds, one per row, or none
  std::vector<std::pair<double, double>> improvements = {};  // seconds and energies without samples
  std::optional<double> machine_seconds = {};
};

struct CommandOutput {
  std::string_view name;
  std::string_view help;
  Answers answers;  // what they are unless the description says otherwise
  // InputError with the place of what is wrong.
  CommandAnswer (*read)(const InputFile& file);
};

[[nodiscard]] std::span<const CommandOutput> command_outputs();

}  // namespace spinsack
