// SPDX-License-Identifier: Apache-2.0
// An instance as tables, as spreadsheets write them:
//
//   capacity,10                 unless the capacity is given apart
//   name,weight,profit          in any order; without names, items are numbered from 0
//   tent,3,5
//   stove,1,2
//
//   a,b,profit                  this table may also be a file of its own
//   tent,stove,4
//
// Cells may be quoted as in RFC 4180 and separated by commas, semicolons or tabs. Letters of headings may be of
// either case. Empty lines and empty cells behind the last one do not count.
#pragma once

#include "core/file.hpp"
#include "instance/format.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

bool detect_csv_instance(std::string_view text);
std::vector<QkpInstance> read_csv_instance(const InputFile& file, const ReadOptions& options);
void write_csv_instance(const InstanceList& instances, TextWriter& out);

}  // namespace spinsack
