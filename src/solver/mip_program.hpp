// SPDX-License-Identifier: Apache-2.0
// Solvers of mixed-integer programs that are programs of their own: how each is called, and what it writes.
#pragma once

#include "solver/mip_task.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// File names within the directory that the solver runs in.
struct MipFiles {
  std::string_view model;  // with the extension of the format
  std::string_view start;  // empty: none
  std::string_view answer = "answer.sol";
  std::string_view options = "options.txt";
};

struct MipLimits {
  std::optional<double> seconds;
  std::int64_t nodes = 0;
  std::uint64_t seed = 0;
};

struct MipAnswer {
  Bits bits;                    // empty: no solution
  std::optional<double> bound;  // of the objective, in the user's units
};

struct MipProgram {
  std::string_view name;  // of the program
  std::string_view help;
  std::string_view format;           // of program_formats()
  std::string_view start_extension;  // empty: it takes no start
  bool quadratic;                    // whether it reads products
  std::vector<std::string> (*arguments)(const MipFiles& files, const MipLimits& limits);
  std::string (*options)(const MipLimits& limits);  // text of the options file; may be null
  std::string (*start_line)(Index column, std::string_view column_name, double value);
  std::string_view start_head;
  // log: what it printed. InputError if the answer is not what this solver writes.
  MipAnswer (*read)(std::string_view answer_name, std::string_view answer, std::string_view log,
                    Index items);
};

[[nodiscard]] std::span<const MipProgram> mip_programs();

// The file with which it starts from these values of all columns.
[[nodiscard]] std::string start_file(const MipProgram& solver, const Program& program,
                                     std::span<const double> values);

}  // namespace spinsack
