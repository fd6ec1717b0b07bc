// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known word closest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {

// The word at the smallest edit distance (insert, delete, replace, swap neighbours), or nothing if
// that is more than a third of the typed length plus one. Ties go to the earlier word.
[[nodiscard]] std::string_view nearest_word(std::string_view typed,
                                            std::span<const std::string_view> words);

// `unknown KIND 'typed'; did you mean 'x'? known: a, b, c`
[[nodiscard]] std::string unknown_word(std::string_view kind, std::string_view typed,
                                       std::span<const std::string_view> words);

}  // namespace spinsack
