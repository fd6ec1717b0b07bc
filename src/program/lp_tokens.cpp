// SPDX-License-Identifier: Apache-2.0
#include "program/lp_tokens.hpp"

#include "core/digit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace spinsack {
namespace {

constexpr std::size_t longest_name = 255;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool begins_name(char c) {
  return is_letter(c) || std::string_view("!\"#$%&(),;?@_`'{}~").find(c) != std::string_view::npos;
}
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '.'; }

bool is_blank_sign(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_words(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, [](char a, char b) { return small(a) == b; });
}

struct SectionWord {
  std::string_view word;
  LpSection section;
};
// Longer ones before those that they begin with.
constexpr std::array section_words{
    SectionWord{"maximize", LpSection::maximise},
    SectionWord{"maximise", LpSection::maximise},
    SectionWord{"maximum", LpSection::maximise},
    SectionWord{"max", LpSection::maximise},
    SectionWord{"minimize", LpSection::minimise},
    SectionWord{"minimise", LpSection::minimise},
    SectionWord{"minimum", LpSection::minimise},
    SectionWord{"min", LpSection::minimise},
    SectionWord{"subject to", LpSection::rows},
    SectionWord{"such that", LpSection::rows},
    SectionWord{"s.t.", LpSection::rows},
    SectionWord{"st.", LpSection::rows},
    SectionWord{"st", LpSection::rows},
    SectionWord{"bounds", LpSection::bounds},
    SectionWord{"bound", LpSection::bounds},
    SectionWord{"binaries", LpSection::binaries},
    SectionWord{"binary", LpSection::binaries},
    SectionWord{"bin", LpSection::binaries},
    SectionWord{"general constraints", LpSection::refused},
    SectionWord{"generals", LpSection::integers},
    SectionWord{"general", LpSection::integers},
    SectionWord{"gen", LpSection::integers},
    SectionWord{"integers", LpSection::integers},
    SectionWord{"integer", LpSection::integers},
    SectionWord{"int", LpSection::integers},
    SectionWord{"end", LpSection::end},
    SectionWord{"semi-continuous", LpSection::refused},
    SectionWord{"semis", LpSection::refused},
    SectionWord{"semi", LpSection::refused},
    SectionWord{"sos1", LpSection::refused},
    SectionWord{"sos2", LpSection::refused},
    SectionWord{"sos", LpSection::refused},
    SectionWord{"lazy constraints", LpSection::refused},
    SectionWord{"user cuts", LpSection::refused},
    SectionWord{"pwlobj", LpSection::refused},
    SectionWord{"multi-objectives", LpSection::refused},
};

// How many characters of the text are the word; a blank of the word is any number of blanks. 0: it is another one.
std::size_t length_of_word(std::string_view text, std::string_view word) {
  std::size_t length = 0;
  for (const char c : word) {
    if (c == ' ') {
      const std::size_t begin = length;
      while (length < text.size() && (text[length] == ' ' || text[length] == '\t')) ++length;
      if (length == begin) return 0;
    } else {
      if (length == text.size() || small(text[length]) != c) return 0;
      ++length;
    }
  }
  return length == text.size() || !continues_name(text[length]) ? length : 0;
}

}  // namespace

void LpTokens::skip_blanks() {
  while (at_ < text_.size()) {
    if (text_[at_] == '\n') {
      line_begins_ = true;
      ++at_;
    } else if (is_blank_sign(text_[at_])) {
      ++at_;
    } else if (text_[at_] == '\\') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      return;
    }
  }
}

// A section begins a line and is no label.
bool LpTokens::take_section() {
  const std::string_view rest = text_.substr(at_);
  for (const SectionWord& each : section_words) {
    const std::size_t length = length_of_word(rest, each.word);
    if (length == 0) continue;
    std::size_t after = at_ + length;
    while (after < text_.size() && (text_[after] == ' ' || text_[after] == '\t')) ++after;
    // "Subject To:" is written by some, "st: x <= 1" names a row.
    const bool label = after < text_.size() && text_[after] == ':';
    const bool wordy = each.section == LpSection::rows && each.word.size() > 4;
    if (label && !wordy) return false;
    token_.kind = LpToken::Kind::section;
    token_.section = each.section;
    token_.text = rest.substr(0, length);
    at_ = label ? after + 1 : at_ + length;
    return true;
  }
  return false;
}

void LpTokens::take_number() {
  const std::size_t begin = at_;
  const auto digits = [&] {
    const std::size_t first = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return at_ > first;
  };
  digits();
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    digits();
  }
  if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
    const std::size_t before = at_++;
    if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
    if (!digits()) at_ = before;  // a name behind the number, without a blank
  }
  token_.kind = LpToken::Kind::number;
  token_.text = text_.substr(begin, at_ - begin);
  const auto [value, fault] = parse_decimal(token_.text);
  if (fault == DecimalFault::too_large) fail_at(token_, "a number with at most 18 digits");
  if (fault) fail_at(token_, "a number");
  token_.value = value;
}

void LpTokens::take_name() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
  token_.kind = LpToken::Kind::name;
  token_.text = text_.substr(begin, at_ - begin);
  if (token_.text.size() > longest_name)
    fail_at(token_, fmt::format("a name of at most {} characters", longest_name));
}

void LpTokens::advance() {
  skip_blanks();
  token_ = {};
  token_.place = at_;
  if (at_ == text_.size()) return;
  const bool first = std::exchange(line_begins_, false);
  if (first && take_section()) return;
  const char c = text_[at_];
  if (is_digit(c) || c == '.') return take_number();
  if (begins_name(c)) return take_name();
  token_.text = text_.substr(at_, 1);
  if (c == '<' || c == '>' || c == '=') {
    const char other = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
    const bool two = c == '=' ? other == '<' || other == '>' : other == '=';
    const char way = c == '=' && two ? other : c;
    token_.kind = way == '<'   ? LpToken::Kind::at_most
                  : way == '>' ? LpToken::Kind::at_least
                               : LpToken::Kind::equal;
    token_.text = text_.substr(at_, two ? 2 : 1);
    at_ += token_.text.size();
    return;
  }
  if (std::string_view("+-*^/[]:").find(c) == std::string_view::npos)
    fail_at(token_, "a name, a number, a sign or a relation");
  token_.kind = LpToken::Kind::symbol;
  ++at_;
}

bool LpTokens::symbol_follows(char symbol) const {
  std::size_t after = at_;
  while (after < text_.size() && is_blank_sign(text_[after])) ++after;
  return after < text_.size() && text_[after] == symbol;
}

void LpTokens::fail_at(const LpToken& token, std::string_view expected) const {
  reader_.fail_at(token.place,
                  fmt::format("expected {}, found {}", expected,
                              token.text.empty() ? "the end of the file" : quote(token.text)));
}

bool is_lp_name(std::string_view name) {
  if (name.empty() || name.size() > longest_name || !begins_name(name.front())) return false;
  if (!std::ranges::all_of(name, continues_name)) return false;
  if ((name[0] == 'e' || name[0] == 'E') && (name.size() == 1 || is_digit(name[1]))) return false;
  for (const std::string_view word : {"inf", "infinity", "free"})
    if (equal_words(name, word)) return false;
  return std::ranges::none_of(
      section_words, [&](const SectionWord& each) { return equal_words(name, each.word); });
}

}  // namespace spinsack
