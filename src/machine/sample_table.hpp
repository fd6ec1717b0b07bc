// SPDX-License-Identifier: Apache-2.0
// Samples as lines of text: digits 0 and 1 without separators, or values separated by commas, semicolons,
// tabs or blanks, whichever the first line has. A first line with a word in it, or with different
// integers beyond 1, names the columns: energy, num_occurrences and occurrences are what they say,
// chain_break_fraction and a column without a name (the row numbers of pandas) are passed over, all others
// are labels. Empty lines and lines that begin with '#' do not count.
#pragma once

#include "core/file.hpp"
#include "machine/sample_rows.hpp"

namespace spinsack {

[[nodiscard]] SampleRows read_sample_table(const InputFile& file);

}  // namespace spinsack
