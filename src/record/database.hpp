// SPDX-License-Identifier: Apache-2.0
// Reads the database of records that merge_records() makes.
#pragma once

#include "record/record_files.hpp"

#include <string>

namespace spinsack {

// Calls take with every cell of the database. FileError if it is missing or something else.
void load_database(const std::string& path, const TakeRecord& take);

}  // namespace spinsack
