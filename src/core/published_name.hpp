// SPDX-License-Identifier: Apache-2.0
// Published things have names of two parts, "large:1000_75_5" or "gset:G1": a suite, and a name within it. A pattern
// such as "medium:100_*" stands for several.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace spinsack {

// Whether it has a * (any characters) or a ? (one character).
[[nodiscard]] bool is_pattern(std::string_view text);
[[nodiscard]] bool matches_pattern(std::string_view pattern, std::string_view text);

// Whether the part before the first colon is one of these suites, or a pattern that matches one.
[[nodiscard]] bool names_suite(std::string_view text, std::span<const std::string_view> suites);

// `unknown KIND 'text'; did you mean 'x'? known: a .. b, c .. d`. names may hold patterns, which are offered where
// one was typed, and "suite:*" always.
[[nodiscard]] std::string unknown_published(std::string_view kind, std::string_view text,
                                            std::span<const std::string> names,
                                            std::string_view known);

}  // namespace spinsack
