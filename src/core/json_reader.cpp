// SPDX-License-Identifier: Apache-2.0
#include "core/json_reader.hpp"

#include "core/digit.hpp"
#include "core/utf8.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace spinsack {
namespace {

// What ends a word.
bool is_mark(char c) {
  return c == ',' || c == ']' || c == '}' || c == ':' || c == '"' || c == '[' || c == '{';
}

// The blanks of JSON are fewer than those of text.
bool is_json_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace

// -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
bool is_json_number(std::string_view word) {
  if (word.size() == 1) return is_digit(word[0]);
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < word.size() && is_digit(word[i])) ++i;
    return i > start;
  };
  if (i < word.size() && word[i] == '-') ++i;
  const std::size_t whole = i;
  if (!digits() || (word[whole] == '0' && i > whole + 1)) return false;
  if (i < word.size() && word[i] == '.' && (++i, !digits())) return false;
  if (i < word.size() && (word[i] == 'e' || word[i] == 'E')) {
    if (++i < word.size() && (word[i] == '+' || word[i] == '-')) ++i;
    if (!digits()) return false;
  }
  return i == word.size();
}

char JsonReader::look() {
  const std::string_view text = place_.text();
  while (offset_ < text.size() && is_json_blank(text[offset_])) ++offset_;
  return offset_ < text.size() ? text[offset_] : '\0';
}

std::size_t JsonReader::next() {
  look();
  return offset_;
}

// Up to the next blank or mark.
std::string_view JsonReader::next_word() const {
  const std::string_view text = place_.text();
  std::size_t end = offset_;
  while (end < text.size() && !is_mark(text[end]) && !is_json_blank(text[end])) ++end;
  return text.substr(offset_, end - offset_);
}

void JsonReader::unexpected(std::string_view what) {
  last_ = next();
  if (offset_ == place_.text().size())
    fail(fmt::format("expected {}, found the end of the file", what));
  const std::string_view found = next_word();
  fail(fmt::format("expected {}, found {}", what,
                   quote(found.empty() ? place_.text().substr(offset_, 1) : found)));
}

std::optional<JsonReader::Kind> JsonReader::peek() {
  switch (look()) {
    case '{':
      return Kind::object;
    case '[':
      return Kind::list;
    case '"':
      return Kind::text;
    default:
      break;
  }
  const std::string_view found = next_word();
  if (is_json_number(found)) return Kind::number;
  if (found == "true" || found == "false") return Kind::boolean;
  if (found == "null") return Kind::null;
  return std::nullopt;
}

JsonReader::Kind JsonReader::kind(std::string_view what) {
  const std::optional<Kind> found = peek();
  if (!found) unexpected(what);
  return *found;
}

void JsonReader::enter_object(std::string_view what) {
  if (look() != '{') unexpected(what);
  last_ = offset_++;
  open_ += '{';
  first_ = true;
}

void JsonReader::enter_list(std::string_view what) {
  if (look() != '[') unexpected(what);
  last_ = offset_++;
  open_ += '[';
  first_ = true;
}

bool JsonReader::advance(char close) {
  const char c = look();
  if (c == close) {
    last_ = offset_++;
    open_.pop_back();
    first_ = false;
    return false;
  }
  if (!first_) {
    if (c != ',') unexpected(fmt::format("',' or '{}'", close));
    ++offset_;
  }
  first_ = false;
  return true;
}

bool JsonReader::next_key(std::string& key) {
  if (!advance('}')) return false;
  key = text("a name in quotes");
  const std::size_t key_start = last_;
  if (look() != ':') unexpected("':'");
  ++offset_;
  last_ = key_start;
  return true;
}

bool JsonReader::next_value() { return advance(']'); }

std::string JsonReader::text(std::string_view what) {
  if (look() != '"') unexpected(what);
  last_ = offset_++;
  std::string value;
  read_text(value);
  return value;
}

void JsonReader::read_text(std::string& value) {
  const std::string_view text = place_.text();
  for (;;) {
    const std::size_t start = offset_;
    while (offset_ < text.size() && text[offset_] != '"' && text[offset_] != '\\' &&
           static_cast<unsigned char>(text[offset_]) >= 0x20 &&
           static_cast<unsigned char>(text[offset_]) < 0x80)
      ++offset_;
    value += text.substr(start, offset_ - start);
    if (offset_ == text.size()) fail("expected a closing quote, found the end of the file");
    if (text[offset_] == '"') break;
    if (text[offset_] == '\\') {
      read_escape(value);
      continue;
    }
    const Utf8Character character = first_character(text.substr(offset_));
    const std::string_view bytes = text.substr(offset_, character.bytes);
    if (!character.good || character.code < 0x20) {
      last_ = offset_;
      fail(fmt::format("expected {} in a text, found {}",
                       character.good ? "no control character" : "UTF-8", quote(bytes)));
    }
    value += bytes;
    offset_ += bytes.size();
  }
  ++offset_;
}

void JsonReader::read_escape(std::string& value) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  const std::string_view text = place_.text();
  const std::size_t start = offset_++;
  if (offset_ < text.size() && text[offset_] == 'u') {
    ++offset_;
    std::uint32_t code = read_code_unit();
    if (code >= 0xD800 && code < 0xDC00 && text.substr(offset_).starts_with("\\u")) {
      offset_ += 2;
      const std::uint32_t low = read_code_unit();
      code = low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                                           : 0xFFFD;
    } else if (code >= 0xD800 && code < 0xE000) {
      code = 0xFFFD;
    }
    append_utf8(value, code);
    return;
  }
  const std::size_t k = offset_ < text.size() ? letters.find(text[offset_]) : letters.npos;
  if (k == letters.npos) {
    last_ = start;
    fail("expected an escape such as '\\n', found " + quote(text.substr(start, 2)));
  }
  value += meanings[k];
  ++offset_;
}

std::uint32_t JsonReader::read_code_unit() {
  const std::string_view digits = place_.text().substr(offset_, 4);
  std::uint32_t code = 0;
  const auto [end, status] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
  if (digits.size() != 4 || end != digits.data() + 4) {
    last_ = offset_;
    fail("expected four hexadecimal digits, found " + quote(digits));
  }
  offset_ += 4;
  return code;
}

std::int64_t JsonReader::integer(std::string_view what, std::int64_t low, std::int64_t high) {
  look();
  const std::string_view found = next_word();
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(found.data(), found.data() + found.size(), value);
  const bool whole =
      is_json_number(found) && status == std::errc{} && end == found.data() + found.size();
  if (!whole || value < low || value > high)
    unexpected(fmt::format("{} in {}..{}", what, low, high));
  take_word();
  return value;
}

double JsonReader::real(std::string_view what) {
  look();
  const std::string_view found = next_word();
  double value = 0;
  const auto [end, status] = std::from_chars(found.data(), found.data() + found.size(), value);
  if (!is_json_number(found) || status != std::errc{})
    unexpected(fmt::format("{}, a finite number", what));
  take_word();
  return value;
}

bool JsonReader::boolean(std::string_view what) {
  look();
  const std::string_view found = next_word();
  if (found != "true" && found != "false") unexpected(what);
  take_word();
  return found == "true";
}

std::string_view JsonReader::take_word() {
  const std::string_view value = next_word();
  last_ = offset_;
  offset_ += value.size();
  return value;
}

std::string_view JsonReader::word(std::string_view what) {
  const Kind found = kind(what);
  if (found == Kind::object || found == Kind::list || found == Kind::text) unexpected(what);
  return take_word();
}

void JsonReader::skip() {
  const std::size_t depth = open_.size();
  std::string unread;
  do {
    if (open_.size() > depth && !(open_.back() == '[' ? next_value() : next_key(unread))) continue;
    switch (kind("a JSON value")) {
      case Kind::object:
        enter_object("an object");
        break;
      case Kind::list:
        enter_list("a list");
        break;
      case Kind::text:
        unread = text("a text");
        break;
      case Kind::number:
      case Kind::boolean:
      case Kind::null:
        take_word();
        break;
    }
  } while (open_.size() > depth);
}

void JsonReader::end(std::string_view what) {
  look();
  if (offset_ < place_.text().size()) unexpected(fmt::format("the end of the file after {}", what));
}

JsonReader::Members JsonReader::members(std::string_view what) {
  Members all;
  std::string key;
  enter_object(what);
  while (next_key(key)) {
    if (!all.emplace(key, next()).second)
      fail(fmt::format("expected each name once, found {} again", quote(key)));
    skip();
  }
  return all;
}

}  // namespace spinsack
