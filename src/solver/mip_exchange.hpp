// SPDX-License-Identifier: Apache-2.0
// What the method mip and the program spinsack-mip say to each other, as lines of text. The method sends a task
// and closes the pipe:
//
//   spinsack-mip 1                      the version of this exchange
//   form adams-sherali                  of linearisations()
//   seed 3
//   nodes 1000000000
//   cut-rounds 20
//   start none                          or: start items 0 4 7
//   items 3 profit-digits 0 weight-digits 0 capacity 5
//   10 20 30                            profits, as integers in the units of QkpInstance
//   2 3 4                               weights
//   pairs 2                             with a profit
//   0 1 5                               one line each, first item < second
//   1 2 7
//   end
//
// The program answers with reports, one line each and the last one "end": without it the program has failed,
// whatever its exit code says.
//
//   built                               the linearised program is in memory
//   items 0 1                           a better solution, up to tolerances
//   bound 12.5                          of all feasible values, in the same units, up to tolerances
//   work 17 4711                        nodes and iterations of the simplex method
//   end
#pragma once

#include "core/file.hpp"
#include "solver/mip_task.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

void write_mip_task(const QkpInstance& instance, const MipTask& task, TextWriter& out);

struct ReceivedMipTask {
  QkpInstance instance;
  MipTask task;
};
// InputError at the first thing that is not as above.
[[nodiscard]] ReceivedMipTask read_mip_task(const InputFile& file);

struct MipReport {
  enum class Kind { built, items, bound, work, end };
  Kind kind = Kind::end;
  std::vector<Index> items = {};
  double bound = 0;
  std::int64_t nodes = 0;
  std::int64_t iterations = 0;
};

[[nodiscard]] std::string text_of(const MipReport& report);  // with the end of the line
// InputError if the line is none of the reports; number_of_items is what items stay below.
[[nodiscard]] MipReport read_mip_report(std::string_view line, Index number_of_items);

}  // namespace spinsack
