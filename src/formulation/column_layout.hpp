// SPDX-License-Identifier: Apache-2.0
// Where the columns of a program are in its model.
#pragma once

#include "core/types.hpp"
#include "formulation/group_encoding.hpp"
#include "program/program.hpp"

#include <vector>

namespace spinsack {

struct EncodedGroup {
  Group columns;
  Group bits;  // perhaps of size 0
};

struct ColumnLayout {
  ColumnLayout(const Program& program, const GroupEncoding& encoding);

  bool direct() const { return columns.empty(); }

  std::vector<EncodedGroup> groups;
  std::vector<AffineColumn> columns;  // empty: column c is variable c
  Index variables = 0;
};

}  // namespace spinsack
