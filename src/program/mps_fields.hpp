// SPDX-License-Identifier: Apache-2.0
// The fields of a line of an MPS file, each with its place in the file, by either of the two layouts that there are.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace spinsack {

struct MpsField {
  std::string_view text;
  std::size_t place = 0;
};
using MpsFields = std::vector<MpsField>;

// place is that of the line.
[[nodiscard]] MpsFields split_mps_at_blanks(std::string_view line, std::size_t place);

// Columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61, counted from 1; empty fields are left out.
[[nodiscard]] MpsFields split_mps_at_columns(std::string_view line, std::size_t place);

}  // namespace spinsack
