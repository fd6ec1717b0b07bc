// SPDX-License-Identifier: Apache-2.0
// Answers as records hold them: four items per hexadecimal digit, item 0 first, zeros at the end.
#pragma once

#include "core/types.hpp"

#include <string>
#include <string_view>

namespace spinsack {

[[nodiscard]] std::string hex_bits(BitView bits);

// InputError for another number of digits than n bits need, and for what is no digit.
[[nodiscard]] Bits bits_of_hex(std::string_view digits, Index n);

// Labels likewise, one digit each, or two where one of them is beyond 15.
[[nodiscard]] std::string hex_labels(BitView labels);
// InputError unless there are one or two digits for each of n labels.
[[nodiscard]] Bits labels_of_hex(std::string_view digits, Index n);

}  // namespace spinsack
