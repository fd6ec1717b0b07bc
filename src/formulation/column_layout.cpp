// SPDX-License-Identifier: Apache-2.0
#include "formulation/column_layout.hpp"

namespace spinsack {

ColumnLayout::ColumnLayout(const Program& program, const GroupEncoding& encoding)
    : variables(program.size()) {
  if (encoding.of_columns) {
    for (const Group& group : program.groups) groups.push_back({group, group});
    return;
  }
  if (program.groups.empty()) return;
  variables = 0;
  auto group = program.groups.begin();
  for (Index c = 0; c < program.size();) {
    if (group != program.groups.end() && c == group->first) {
      const Group bits{variables, encoding.bits(group->size)};
      for (Index label = 0; label < group->size; ++label)
        columns.push_back(encoding.column(label, group->size, bits.first));
      groups.push_back({*group, bits});
      c = group->end();
      variables = bits.end();
      ++group;
    } else {
      columns.push_back({0, {{variables++, 1.0}}});
      ++c;
    }
  }
}

}  // namespace spinsack
