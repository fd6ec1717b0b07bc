// SPDX-License-Identifier: Apache-2.0
// The records of studies as one SQLite database, for questions in SQL and for reports.
// docs/formats-records.md describes the tables and views.
#pragma once

#include "record/record.hpp"
#include "study/folder.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace spinsack {

struct MergeSummary {
  std::size_t added = 0;    // cells
  std::size_t present = 0;  // that were there already
  std::size_t damaged = 0;  // lines that are no records
};

// Brings all records of the directories into the database, which is made where it is missing. Doing it again
// changes nothing; a good record takes the place of one with an error. In the order of the plans, so that the
// same work gives the same database in whatever order and by however many it was done. FileError if a
// directory has no record files, or path is something else than such a database; all or nothing of a directory
// is written.
[[nodiscard]] MergeSummary merge_records(const std::vector<std::string>& folders,
                                         const std::string& path, const Remark& remark);

// Calls take with every cell of the database.
void load_database(const std::string& path, const std::function<void(CellRecord&&)>& take);

}  // namespace spinsack
