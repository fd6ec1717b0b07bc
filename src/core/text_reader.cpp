// SPDX-License-Identifier: Apache-2.0
#include "core/text_reader.hpp"

#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace spinsack {
namespace {

std::string found(std::string_view token) {
  return token.empty() ? std::string("the end of the file") : quote(token);
}

}  // namespace

std::string quote(std::string_view token) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  for (const char c : token.substr(0, longest)) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code >= 0x7f)
      text += fmt::format("\\x{:02x}", code);
    else
      text += c;
  }
  text += '\'';
  if (token.size() > longest) text += fmt::format("... ({} characters)", token.size());
  return text;
}

bool TextReader::more() {
  while (offset_ < text_.size() && is_blank(text_[offset_])) ++offset_;
  return offset_ < text_.size();
}

bool TextReader::more_on_line() {
  while (offset_ < text_.size() && is_blank(text_[offset_]) && text_[offset_] != '\n') ++offset_;
  return offset_ < text_.size() && text_[offset_] != '\n';
}

std::string_view TextReader::peek() {
  if (!more()) return {};
  std::size_t end = offset_;
  while (end < text_.size() && !is_blank(text_[end])) ++end;
  return text_.substr(offset_, end - offset_);
}

std::string_view TextReader::next() {
  const std::string_view token = peek();
  token_start_ = offset_;
  offset_ += token.size();
  return token;
}

std::string_view TextReader::line() {
  token_start_ = offset_;
  const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
  std::string_view rest = text_.substr(offset_, end - offset_);
  offset_ = std::min(end + 1, text_.size());
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

std::size_t TextReader::try_integers(std::span<std::int64_t> values) {
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  const char* p = begin + offset_;
  const char* token = begin + token_start_;
  std::size_t count = 0;
  while (count < values.size()) {
    const char* start = p;
    while (start != end && is_blank(*start)) ++start;
    const char* const after = scan_integer(start, end, values[count]);
    if (after == nullptr) break;
    token = start;
    p = after;
    ++count;
  }
  token_start_ = static_cast<std::size_t>(token - begin);
  offset_ = static_cast<std::size_t>(p - begin);
  return count;
}

bool TextReader::try_line(std::span<std::int64_t> values) {
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  const char* p = begin + offset_;
  while (p != end && is_blank(*p)) ++p;
  const char* token = p;
  for (std::int64_t& value : values) {
    while (p != end && is_blank(*p) && *p != '\n') ++p;
    token = p;
    p = scan_integer(p, end, value);
    if (p == nullptr) return false;
  }
  const char* after = p;
  while (after != end && is_blank(*after) && *after != '\n') ++after;
  if (after != end && *after != '\n') return false;
  token_start_ = static_cast<std::size_t>(token - begin);
  offset_ = static_cast<std::size_t>(p - begin);
  return true;
}

std::int64_t TextReader::integer(std::string_view what) {
  if (const auto value = try_integer()) return *value;
  const std::string_view token = next();
  const auto [value, fault] = parse_decimal(token);
  if (fault == DecimalFault::too_large)
    fail(fmt::format("expected {} that fits 64 bits, found {}", what, found(token)));
  if (fault || value.digits != 0) fail(fmt::format("expected {}, found {}", what, found(token)));
  return value.mantissa;
}

std::int64_t TextReader::integer(std::string_view what, std::int64_t low, std::int64_t high) {
  const std::int64_t value = integer(what);
  if (value < low || value > high)
    fail(fmt::format("expected {} in {}..{}, found {}", what, low, high, value));
  return value;
}

Decimal TextReader::decimal(std::string_view what) {
  const std::string_view token = next();
  const auto [value, fault] = parse_decimal(token);
  if (fault == DecimalFault::too_large)
    fail(fmt::format("expected {} with at most 18 digits, found {}", what, found(token)));
  if (fault) fail(fmt::format("expected {}, found {}", what, found(token)));
  return value;
}

double TextReader::real(std::string_view what) {
  const std::string_view token = next();
  const bool plus = token.size() > 1 && token.front() == '+' && token[1] != '-';
  const char* const first = token.data() + (plus ? 1 : 0);
  double value = 0;
  const auto [end, status] = std::from_chars(first, token.data() + token.size(), value);
  if (token.empty() || end != token.data() + token.size() ||
      status == std::errc::invalid_argument || !std::isfinite(value))
    fail(fmt::format("expected {}, a finite number, found {}", what, found(token)));
  if (status != std::errc{})
    fail(fmt::format("expected {} within the range of a double, found {}", what, found(token)));
  return value;
}

void TextReader::end(std::string_view what) {
  if (more()) fail_next(fmt::format("the end of the file after {}", what));
}

void TextReader::fail_next(std::string_view expected) {
  const std::string_view token = next();
  fail(fmt::format("expected {}, found {}", expected, found(token)));
}

void TextReader::fail_at(std::size_t offset, std::string_view message) const {
  const std::string_view before = text_.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 == 0
  throw InputError(fmt::format("{}:{}:{}: {}", name_, line, offset - line_start + 1, message));
}

}  // namespace spinsack
