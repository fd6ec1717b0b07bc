// SPDX-License-Identifier: Apache-2.0
// What commands say: results on standard output, everything else on standard error.
#pragma once

#include <string_view>

namespace spinsack::cli {

// To standard output, unbuffered; FileError if it does not take it all.
void print(std::string_view text);

// A line on standard error.
void note(std::string_view text);

// Whether the reader of our standard output has gone away, as in `spinsack ... | head -1`.
[[nodiscard]] bool reader_is_gone();

}  // namespace spinsack::cli
