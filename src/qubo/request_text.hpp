// SPDX-License-Identifier: Apache-2.0
// Bodies of requests are millions of short pieces: they are joined here before they go to the writer.
#pragma once

#include "core/file.hpp"
#include "core/types.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace spinsack {

class RequestText {
 public:
  explicit RequestText(TextWriter& out) : out_(out) { text_.reserve(2 * flush_size); }

  void put(std::string_view piece) { text_ += piece; }
  void integer(Index value) {
    const fmt::format_int digits(value);
    text_.append(digits.data(), digits.size());
  }
  // As TextWriter does it; UsageError for a number that no reader takes.
  void real(double value) {
    require_writable(value);
    if (std::fabs(value) <= 1e9 && std::trunc(value) == value) {
      integer(static_cast<Index>(value));
    } else {
      flush();
      out_.real(value);
    }
    if (text_.size() >= flush_size) flush();
  }

  void flush() {  // also at the end
    out_.text(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t flush_size = std::size_t{1} << 16;

  TextWriter& out_;
  std::string text_;
};

}  // namespace spinsack
