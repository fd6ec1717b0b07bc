// SPDX-License-Identifier: Apache-2.0
// The edge list of Baumann et al., for sparse instances:
//
//   n m int                     or float
//   i j u                       m lines, items from 0; i == j: profit of item i; each pair once
//   w_0 .. w_(n-1)              one line
//   C_1 .. C_k                  one line; k capacities make k instances
//
// The line breaks are part of the format: they are all that tells a weight from a capacity.
#pragma once

#include "core/file.hpp"
#include "instance/instance_list.hpp"
#include "instance/qkp.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

bool detect_edge_list(std::string_view text);
std::vector<QkpInstance> read_edge_list(const InputFile& file);

// Instances that differ only in capacity (and name) share one file; others are a UsageError.
void write_edge_list(const InstanceList& instances, TextWriter& out);

}  // namespace spinsack
