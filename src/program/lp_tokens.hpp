// SPDX-License-Identifier: Apache-2.0
// The LP format cut into tokens: names, numbers, signs, relations, and the words that begin a section. Blanks and line
// ends mean nothing, but a section begins a line.
#pragma once

#include "core/decimal.hpp"
#include "core/text_reader.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace spinsack {

enum class LpSection {
  maximise,
  minimise,
  rows,
  bounds,
  binaries,
  integers,
  end,
  refused  // known to the format, and not to us
};

struct LpToken {
  enum class Kind { name, number, at_most, at_least, equal, symbol, section, end };
  Kind kind = Kind::end;
  std::string_view text;   // as it stands
  std::size_t place = 0;   // in the file
  Decimal value = {};      // of a number
  LpSection section = {};  // of a section

  bool is(char symbol) const { return kind == Kind::symbol && text.front() == symbol; }
  bool is_relation() const {
    return kind == Kind::at_most || kind == Kind::at_least || kind == Kind::equal;
  }
};

class LpTokens {
 public:
  explicit LpTokens(const TextReader& reader) : reader_(reader), text_(reader.text()) { advance(); }

  const LpToken& peek() const { return token_; }
  LpToken next() {
    const LpToken token = token_;
    advance();
    return token;
  }
  // The token after the next one is this symbol: tells labels from names.
  bool symbol_follows(char symbol) const;
  [[noreturn]] void fail(std::string_view expected) const { fail_at(token_, expected); }
  [[noreturn]] void fail_at(const LpToken& token, std::string_view expected) const;
  const TextReader& reader() const { return reader_; }

 private:
  void advance();
  void skip_blanks();
  bool take_section();
  void take_number();
  void take_name();

  const TextReader& reader_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool line_begins_ = true;  // only blanks since the last line end
  LpToken token_;
};

// Whether the name can stand in an LP file: letters, digits and some signs, no digit or point first, nothing like the
// exponent of a number, no word of the format.
[[nodiscard]] bool is_lp_name(std::string_view name);

}  // namespace spinsack
