// SPDX-License-Identifier: Apache-2.0
// What a file name says about the format wanted.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

struct FormatOfEnding {
  std::string_view extension;  // with the dot
  std::string_view format;
};

// Instance files share their endings, so the common ones mean the common layout.
inline constexpr std::array<FormatOfEnding, 5> instance_endings{{{".txt", "billionnet"},
                                                                 {".qkp", "billionnet"},
                                                                 {".edges", "edges"},
                                                                 {".json", "json"},
                                                                 {".csv", "csv"}}};

// The format that the ending stands for, without .gz or .xz; nothing if it is none of those listed.
[[nodiscard]] std::optional<std::string_view> format_of_ending(
    std::string_view path, std::span<const FormatOfEnding> endings);

// The format for a path such as "out.coo.gz"; a trailing .gz or .xz does not count. UsageError that
// asks for --to if the ending is none of those listed.
[[nodiscard]] std::string format_from_ending(std::string_view path,
                                             std::span<const FormatOfEnding> endings);

}  // namespace spinsack::cli
