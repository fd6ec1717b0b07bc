// SPDX-License-Identifier: Apache-2.0
// The reads of a cell whose samples go through variants of post-processing: one anneal feeds all of them.
#pragma once

#include "instance/evaluate.hpp"
#include "instance/qkp.hpp"
#include "machine/machine_error.hpp"
#include "study/cell.hpp"
#include "study/request_watch.hpp"

#include <atomic>
#include <optional>
#include <string>

namespace spinsack {

// A result as a record has it.
[[nodiscard]] VariantRecord variant_record(const std::string& name, const Evaluation& evaluation);

// Fills in runs and answers of the record, and its penalty strength. earlier: a record of the same cell whose reads were
// cut short, or null; what a machine has answered in it is not asked again. An interrupt leaves reads out. Returns the
// failure of a real machine; the reads before it are in the record.
[[nodiscard]] std::optional<MachineError> make_reads(const Cell& cell, const QkpInstance& instance,
                                                     const std::atomic<bool>* interrupted,
                                                     const RequestWatch& watch,
                                                     const CellRecord* earlier, CellRecord& record);

}  // namespace spinsack
