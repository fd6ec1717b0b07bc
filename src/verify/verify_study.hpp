// SPDX-License-Identifier: Apache-2.0
// Rechecks a whole study from its records: what they claim, against the instances and the answers they keep.
#pragma once

#include "problem/instance.hpp"
#include "record/record_files.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace spinsack {

// The instance that a record is of, until the next call. Error with the reason if it is missing or another one.
using FindInstance = std::function<const Instance&(const InstanceRecord&)>;

struct StudyVerification {
  std::int64_t cells = 0;    // with a good record
  std::int64_t runs = 0;     // of them
  std::int64_t answers = 0;  // whose value, weight and feasibility were recomputed from their bits
  std::int64_t without_answers = 0;  // cells that keep no answer, as those of older versions
  std::int64_t failing = 0;          // records with an error instead of runs
  std::int64_t damaged = 0;          // lines that are no records
  std::map<std::string, std::int64_t>
      unchecked;                    // why there was no instance, and for how many cells
  std::int64_t wrong = 0;           // cells
  std::vector<std::string> faults;  // of the first of them

  bool holds() const { return wrong == 0; }
};

// What is wrong with one record, empty if nothing. Without an instance only what needs none is checked.
[[nodiscard]] std::string fault_of(const CellRecord& record, const Instance* instance,
                                   std::int64_t& answers);

// All records of a directory. remark is told of damaged lines. FileError if it is none.
[[nodiscard]] StudyVerification verify_study(const std::string& folder, const FindInstance& find,
                                             const Remark& remark);

}  // namespace spinsack
