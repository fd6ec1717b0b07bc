// SPDX-License-Identifier: Apache-2.0
// An instance as a JSON object, for people and for programs:
//
//   {
//     "name": "camping",                                       optional: otherwise the name of the file
//     "capacity": 10,
//     "items": [{"name": "tent", "weight": 3, "profit": 5}],   all items have a name, or none has
//     "pairs": [["tent", "stove", 4]]                          optional; by number from 0 if items have no names
//   }
#pragma once

#include "core/file.hpp"
#include "instance/format.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

bool detect_json_instance(std::string_view text);
std::vector<QkpInstance> read_json_instance(const InputFile& file, const ReadOptions& options);
void write_json_instance(const InstanceList& instances, TextWriter& out);

}  // namespace spinsack
