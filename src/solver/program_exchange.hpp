// SPDX-License-Identifier: Apache-2.0
// A linear program as the method mip hands it to the program spinsack-mip, where it is no knapsack (mip_exchange.hpp):
//
//   spinsack-mip-program 1               the version of this exchange
//   seed 3 nodes 1000000000 cut-rounds 20
//   columns 3 decided 2                  the first two are what an answer is about
//   5 0 1 0 1                            objective, lower bound, upper bound, their decimals, 1 if it is 0 or 1
//   4 0 1 0 1
//   -2 0 1 0 0
//   rows 1
//   0 7 0 2                              sense (-1: at most, 0: equal, 1: at least), right side, decimals, entries
//   0 3 1 4                              column and value of each
//   end
//
// The answer is that of mip_exchange.hpp, with columns for items.
#pragma once

#include "core/file.hpp"
#include "program/program.hpp"

#include <cstdint>

namespace spinsack {

struct ProgramTask {
  Program program;              // without products and groups
  Index decided = 0;            // how many of its columns an answer is about
  std::uint64_t seed = 0;       // of the solver's own random numbers
  std::int64_t nodes = 0;       // of branch and bound, at most
  std::int64_t cut_rounds = 0;  // at the root, at most
};

void write_program_task(const ProgramTask& task, TextWriter& out);

[[nodiscard]] bool is_program_task(const InputFile& file);
// InputError at the first thing that is not as above.
[[nodiscard]] ProgramTask read_program_task(const InputFile& file);

}  // namespace spinsack
