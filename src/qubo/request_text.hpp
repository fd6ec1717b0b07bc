// SPDX-License-Identifier: Apache-2.0
// Bodies of requests are millions of short pieces: they are joined here, in one place of fixed size, before they go to the
// writer.
#pragma once

#include "core/file.hpp"
#include "core/types.hpp"
#include "qubo/term_lines.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace spinsack {

class RequestText {
 public:
  explicit RequestText(TextWriter& out)
      : out_(out), begin_(std::make_unique_for_overwrite<char[]>(size)), end_(begin_.get()) {}

  void put(std::string_view piece) {
    if (piece.size() > longest_piece) {
      flush();
      return out_.text(piece);
    }
    make_room();
    std::memcpy(end_, piece.data(), piece.size());
    end_ += piece.size();
  }
  void integer(Index value) {
    make_room();
    end_ = std::to_chars(end_, end_ + longest_piece, value).ptr;
  }
  // As TextWriter does it; UsageError for a number that no reader takes.
  void real(double value) {
    if (std::fabs(value) <= 1e9 && std::trunc(value) == value)
      return integer(static_cast<Index>(value));
    require_writable(value);
    flush();
    out_.real(value);
  }

  void flush() {  // also at the end
    out_.text({begin_.get(), static_cast<std::size_t>(end_ - begin_.get())});
    end_ = begin_.get();
  }

 private:
  static constexpr std::size_t size = std::size_t{1} << 16;
  static constexpr std::size_t longest_piece = 64;

  void make_room() {
    if (static_cast<std::size_t>(end_ - begin_.get()) > size - longest_piece) flush();
  }

  TextWriter& out_;
  std::unique_ptr<char[]> begin_;
  char* end_;  // of what is there
};

}  // namespace spinsack
