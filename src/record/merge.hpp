// SPDX-License-Identifier: Apache-2.0
// Brings the records of studies into one SQLite database, for questions in SQL and for reports.
#pragma once

#include "record/cell_id.hpp"
#include "record/record_files.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace spinsack {

struct MergeSummary {
  std::size_t added = 0;    // cells
  std::size_t present = 0;  // that were there already
  std::size_t damaged = 0;  // lines that are no records
};

// The cells of a directory in the order of its plan; none if that is not known.
using CellOrder = std::function<std::vector<CellId>(const std::string& folder)>;

// Brings all records of the directories into the database, which is made where it is missing. Doing it again
// changes nothing; a good record takes the place of one with an error. In the order that is given, then cells
// without a place in it by name, so that the same work gives the same database in whatever order and by however
// many it was done. FileError if a directory has no record files, or path is something else than such a
// database; all or nothing of a directory is written. Memory is some tens of bytes per record.
[[nodiscard]] MergeSummary merge_records(const std::vector<std::string>& folders,
                                         const std::string& path, const CellOrder& order,
                                         const Remark& remark);

}  // namespace spinsack
