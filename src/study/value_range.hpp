// SPDX-License-Identifier: Apache-2.0
// Ranges of values as plans write them, spelled out:
//
//   1..10          each integer
//   2^-6..2^7      each power of two, as 2^k
//   scale:1..20    the paper's scaled penalty strengths, as scale:k
//
// Any other text stands for itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// UsageError naming the key for a range that is empty, or longer than a hundred thousand values.
[[nodiscard]] std::vector<std::string> expand_range(std::string_view key, std::string_view text);

}  // namespace spinsack
