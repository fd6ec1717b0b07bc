// SPDX-License-Identifier: Apache-2.0
// Which column of a labelled sample is which variable. Labels such as 7, x7, x_7 or x[7] are a word and a
// number: within a word the number decides, words that begin with x or are empty come first, and the others
// follow in the order in which the file names them, as slack bits follow the items. If any label has no
// number at its end, the columns keep the order of the file.
#pragma once

#include "core/types.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// The column of each variable. Throws InputError for a label that occurs twice, and for numbers that do not
// run from 0 or from 1 without a gap: a machine that leaves out a variable would shift all that follow.
[[nodiscard]] std::vector<Index> label_order(std::string_view file,
                                             const std::vector<std::string>& labels);

}  // namespace spinsack
