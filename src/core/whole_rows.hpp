// SPDX-License-Identifier: Apache-2.0
// Symmetric rows for those who have every row whole, each pair in both of its rows, as files of compressed rows do. The
// entries go straight to their places: nothing waits in a list, is sorted or mirrored. O(entries).
#pragma once

#include "core/symmetric_rows.hpp"
#include "core/types.hpp"

#include <functional>
#include <optional>
#include <span>

namespace spinsack {

struct RowEntry {
  Index column;
  double value;
};

// The entries of a row, columns ascending and without its own; good until the next call. Zeros count for nothing.
using ReadRow = std::function<std::span<const RowEntry>(Index row)>;

// Reads all rows in their order, twice. Nothing if the two rows of some pair differ. A value that is a whole number of
// at most 53 bits counts as an integer.
[[nodiscard]] std::optional<SymmetricRows> whole_rows(Index size, const ReadRow& read);

}  // namespace spinsack
