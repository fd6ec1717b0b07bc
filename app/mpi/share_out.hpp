// SPDX-License-Identifier: Apache-2.0
// The first rank hands out cells one at a time, writes all records, and works on cells itself with as many
// threads as the others.
#pragma once

#include "mpi/cell_workers.hpp"
#include "mpi/ranks.hpp"
#include "study/ledger.hpp"

#include <atomic>
#include <vector>

namespace spinsack::cli {

// For the first rank: ends when nothing is left or an interrupt came to any rank, and the others have ended.
// Returns whether it was an interrupt.
[[nodiscard]] bool hand_out_cells(const Ranks& ranks, CellWorkers& workers,
                                  const std::vector<Cell>& cells, Ledger& ledger,
                                  const std::atomic<bool>& signalled);

// For all others.
void work_on_cells(const Ranks& ranks, CellWorkers& workers, const std::vector<Cell>& cells,
                   const std::atomic<bool>& signalled);

}  // namespace spinsack::cli
