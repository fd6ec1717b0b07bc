// SPDX-License-Identifier: Apache-2.0
// Plain text in columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack::cli {

inline constexpr std::size_t page_width = 80;

// Breaks text into lines of at most width characters; a line end in text starts a new line.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t width);

// The paragraphs of a raw string, a line each: the lines of a paragraph are joined by blanks, an
// empty line stays between two paragraphs, and blanks around lines and text go.
[[nodiscard]] std::string unwrapped(std::string_view raw);

// Wrapped text, every line behind indent blanks and ended.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent = 0);

// A term and its explanation, which starts at the given column, or on a line of its own behind a
// term too long for that.
[[nodiscard]] std::string definition(std::string_view term, std::string_view explanation,
                                     std::size_t column);

// Characters on a terminal: the code points of valid UTF-8.
[[nodiscard]] std::size_t shown_width(std::string_view text);

// Rows of cells, columns as wide as their widest cell. A column listed in right (by number) is
// aligned to the right. Every line begins with indent blanks; none ends with one.
[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& rows,
                                const std::vector<std::size_t>& right = {}, std::size_t indent = 0);

}  // namespace spinsack::cli
