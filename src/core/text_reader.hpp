// SPDX-License-Identifier: Apache-2.0
// Reads whitespace-separated tokens and remembers where they stood. The position of an error is
// worked out only when there is one, so a good file pays nothing for it.
#pragma once

#include "core/decimal.hpp"
#include "core/types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spinsack {

class TextReader {
 public:
  // Both are kept by reference; name stands before line and column in messages.
  TextReader(std::string_view name, std::string_view text) : name_(name), text_(text) {}

  std::string_view name() const { return name_; }
  std::string_view text() const { return text_; }

  // Skips blanks and line ends. False at the end of the text.
  bool more();
  // The next token, or empty at the end.
  std::string_view peek();
  std::string_view next();
  // Whether a token follows on the current line.
  bool more_on_line();
  // The rest of the current line without its end, moving to the next one.
  std::string_view line();

  // The next token if it is an integer of at most 18 digits, by far the most common kind in a large
  // file; otherwise nothing is read.
  std::optional<std::int64_t> try_integer();
  // As many such integers as follow, up to the size of values; returns how many.
  std::size_t try_integers(std::span<std::int64_t> values);
  // The next tokens if they fill values and stand alone on one line; otherwise nothing is read.
  bool try_line(std::span<std::int64_t> values);
  // Each reads one token or fails with `expected WHAT, found ...` at its place.
  std::int64_t integer(std::string_view what);
  std::int64_t integer(std::string_view what, std::int64_t low, std::int64_t high);
  Decimal decimal(std::string_view what);
  double real(std::string_view what);  // finite
  void end(std::string_view what);     // nothing but blanks may follow

  std::size_t offset() const { return offset_; }
  void seek(std::size_t offset) { offset_ = offset; }

  // Throws InputError at the last token read, at the next one, or at a given offset.
  [[noreturn]] void fail(std::string_view message) const { fail_at(token_start_, message); }
  [[noreturn]] void fail_next(std::string_view expected);
  [[noreturn]] void fail_at(std::size_t offset, std::string_view message) const;

 private:
  std::string_view name_;
  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t token_start_ = 0;
};

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// Reads a token at p if it is an integer of at most 18 digits, and returns where it ends; otherwise
// nullptr. p is at a token or at the end.
inline const char* scan_integer(const char* p, const char* end, std::int64_t& value) {
  const auto digit_at = [](const char* q) { return static_cast<unsigned char>(*q - '0'); };
  const bool negative = p != end && *p == '-';
  if (negative) ++p;
  const char* const digits = p;
  std::int64_t magnitude = 0;
  // The numbers of large files have one to three digits in no predictable order. Spelled out, each
  // length gets a branch of its own to be predicted by, which halves the time.
  if (end - p > 2 && digit_at(p) <= 9) {
    magnitude = digit_at(p++);
    if (digit_at(p) <= 9) {
      magnitude = 10 * magnitude + digit_at(p++);
      if (digit_at(p) > 9) {
        value = negative ? -magnitude : magnitude;
        return is_blank(*p) ? p : nullptr;
      }
    } else {
      value = negative ? -magnitude : magnitude;
      return is_blank(*p) ? p : nullptr;
    }
  }
  while (p != end && digit_at(p) <= 9 && p - digits < 18)
    magnitude = 10 * magnitude + digit_at(p++);
  if (p == digits || (p != end && !is_blank(*p))) return nullptr;
  value = negative ? -magnitude : magnitude;
  return p;
}

inline std::optional<std::int64_t> TextReader::try_integer() {
  const char* const end = text_.data() + text_.size();
  const char* p = text_.data() + offset_;
  while (p != end && is_blank(*p)) ++p;
  std::int64_t value = 0;
  const char* const after = scan_integer(p, end, value);
  if (after == nullptr) return std::nullopt;
  token_start_ = static_cast<std::size_t>(p - text_.data());
  offset_ = static_cast<std::size_t>(after - text_.data());
  return value;
}

// A token made fit for a message: quoted, control characters escaped, long ones cut.
[[nodiscard]] std::string quote(std::string_view token);

}  // namespace spinsack
