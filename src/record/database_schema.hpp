// SPDX-License-Identifier: Apache-2.0
// The tables and views of a database of records. docs/formats-records.md describes them.
#pragma once

#include "record/sqlite.hpp"

#include <string>

namespace spinsack {

// Opens a database of records, making its tables where there is none. FileError if the file is something else.
[[nodiscard]] Database open_records_for_writing(const std::string& path);

// FileError if it is missing or something else.
[[nodiscard]] Database open_records_for_reading(const std::string& path);

// Whether a database has a table; those of older versions lack some.
[[nodiscard]] bool has_table(Database& database, std::string_view name);

}  // namespace spinsack
