// SPDX-License-Identifier: Apache-2.0
// What a file name says about the format wanted.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

struct FormatOfEnding {
  std::string_view extension;  // with the dot
  std::string_view format;
};

// The format for a path such as "out.coo.gz"; a trailing .gz or .xz does not count. UsageError that
// asks for --to if the ending is none of those listed.
[[nodiscard]] std::string format_from_ending(std::string_view path,
                                             std::span<const FormatOfEnding> endings);

}  // namespace spinsack::cli
