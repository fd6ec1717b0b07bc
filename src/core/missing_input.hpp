// SPDX-License-Identifier: Apache-2.0
// An input that is not there is mostly one whose name was mistyped.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace spinsack {

// A published thing, as it must be typed and as people also call it.
struct PublishedAlias {
  std::string full;   // "large:1000_75_5"
  std::string alias;  // "1000_75_5"
};

// What was probably meant by the name of an input that is neither a published one nor a file: a published one, by
// either name, or a file beside it. alias is the name without parts of file names, such as ".txt". Empty if nothing is
// near.
[[nodiscard]] std::string nearest_input(std::string_view name, std::string_view alias,
                                        std::span<const PublishedAlias> published);

// FileError that offers near, unless there is a file of that name, or it is "-".
void refuse_missing_input(std::string_view name, std::string (*nearest)(std::string_view));

}  // namespace spinsack
