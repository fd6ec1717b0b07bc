// SPDX-License-Identifier: Apache-2.0
// The text layout of Billionnet and Soutif:
//
//   name                        (dropped in some copies)
//   n
//   p_1 .. p_n
//   p_12 .. p_1n                n - 1 lines, each pair once
//   ..
//   p_(n-1)n
//                               an empty line
//   0                           constraint type "<=" (dropped in some copies)
//   C
//   w_1 .. w_n
//   comments                    free text (often absent)
//
// The variants are told apart by counting numbers; line breaks do not matter after the name. One
// text is refused though it could be read: no type line and capacity 0, which is what losing the
// last weight makes of a file with a type line.
#pragma once

#include "core/file.hpp"
#include "instance/instance_list.hpp"
#include "instance/qkp.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace spinsack {

bool detect_billionnet(std::string_view text);
std::vector<QkpInstance> read_billionnet(const InputFile& file);

// Single blanks between numbers, LF after every line, no comments: the layout in which the
// published large instances have their checksums. One instance only.
void write_billionnet(const InstanceList& instances, TextWriter& out);

// The layout of the published medium files: numbers in columns of three, and a comment block.
// Two groups of files end without the last empty line.
struct MediumLayout {
  double density_percent;
  bool empty_last_line;
};
void write_billionnet_medium(const QkpInstance& instance, const MediumLayout& layout,
                             TextWriter& out);

}  // namespace spinsack
