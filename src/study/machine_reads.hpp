// SPDX-License-Identifier: Apache-2.0
// The reads of a cell whose samples go through variants of post-processing: one anneal feeds all of them.
#pragma once

#include "machine/machine_error.hpp"
#include "problem/answer.hpp"
#include "problem/instance.hpp"
#include "study/cell.hpp"
#include "study/request_watch.hpp"

#include <atomic>
#include <optional>
#include <string>

namespace spinsack {

// Labels as records have them: of a knapsack they are bits.
[[nodiscard]] std::string label_text(const Instance& instance, LabelView labels);

// A result as a record has it, by the literal evaluator.
[[nodiscard]] VariantRecord variant_record(const Instance& instance, const std::string& name,
                                           LabelView labels);

// Fills in runs and answers of the record, and its penalty strength. earlier: a record of the same cell whose reads were
// cut short, or null; what a machine has answered in it is not asked again. An interrupt leaves reads out. Returns the
// failure of a real machine; the reads before it are in the record.
[[nodiscard]] std::optional<MachineError> make_reads(const Cell& cell, const Instance& instance,
                                                     const std::atomic<bool>* interrupted,
                                                     const RequestWatch& watch,
                                                     const CellRecord* earlier, CellRecord& record);

}  // namespace spinsack
