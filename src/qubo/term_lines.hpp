// SPDX-License-Identifier: Apache-2.0
// What the text formats for QUBO and Ising models share: one term `i j value` per line, and
// comments.
//
// Most of these formats have no place for the constant, the kind of variable or their own name. Our
// files say such things in comments of one word, `key=value`, which other programs skip:
//
//   # constant=-12.5          (`c constant=-12.5` where comments begin with a c)
//   # format=mqlib
#pragma once

#include "core/digits.hpp"
#include "core/file.hpp"
#include "core/text_reader.hpp"
#include "core/types.hpp"
#include "qubo/format.hpp"
#include "qubo/quadratic_form.hpp"
#include "qubo/term_sum.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack {

// Larger magnitudes are neither read nor written: below it no sum of terms, however long the file,
// leaves the range of a double.
inline constexpr double largest_coefficient = 1e290;

// The words of one format, for messages, and the numbers of its variables.
struct TermLayout {
  std::string_view variable;  // "a variable"
  std::string_view value;     // "a bias"
  Index first = 0;            // number of the first variable in the file
  Index last = max_variables - 1;
};

// A whole line `i j value` with single blanks, variables in the range of the layout and a short number, which is how
// nearly all lines of large files look; term becomes what it says, and the place of the next line is returned. Nullptr
// for any other line, which may be good all the same. At least plain_line_reach bytes must follow p. All three ends are
// known before the first digit is read: the processor then works on several numbers, and lines, at once.
inline constexpr std::ptrdiff_t plain_line_reach = 96;
inline const char* scan_plain_line(const char* p, const TermLayout& layout, Term& term) {
  const std::uint32_t first_end = find_blanks(p);
  const std::uint32_t second_end = first_end & (first_end - 1);
  const std::uint32_t third_end = second_end & (second_end - 1);
  if (third_end == 0) return nullptr;
  const char* const second = p + std::countr_zero(first_end) + 1;
  const char* const third = p + std::countr_zero(second_end) + 1;
  const char* end = p + std::countr_zero(third_end);
  const auto variable = [&](const char* begin, const char* after, Index& index) {
    const auto count = static_cast<std::size_t>(after - begin);
    if (*after != ' ' || count - 1 >= 7) return false;
    const std::optional<std::uint32_t> number = join_digits(begin, count);
    index = static_cast<Index>(number.value_or(0)) - layout.first;
    return number && index >= 0 && index <= layout.last - layout.first;
  };
  if (!variable(p, second - 1, term.i) || !variable(second, third - 1, term.j)) return nullptr;
  const bool negative = *third == '-';
  const char* const digits = third + (negative ? 1 : 0);
  const auto count = static_cast<std::size_t>(end - digits);
  if (const auto whole = count - 1 < 8 ? join_digits(digits, count) : std::nullopt)
    term.value = static_cast<double>((std::int64_t{*whole} ^ -std::int64_t{negative}) + negative);
  else if (scan_short_decimal(third, term.value) != end)
    return nullptr;
  end += *end == '\r' ? 1 : 0;
  return *end == '\n' ? end + 1 : nullptr;
}

// Walks the lines of a file. Blank lines and comments may stand anywhere between them.
class TermLines {
 public:
  // The text of a comment after its mark, and where in the file it begins.
  using OnComment = std::function<void(std::string_view comment, std::size_t offset)>;

  // A line whose first letter is mark, small or capital, is a comment. reader is kept by reference.
  TermLines(TextReader& reader, char mark, OnComment on_comment = {});

  // Moves to the next line with something to read. False at the end of the file.
  bool next();

  // Each reads the next token of the line or fails at its place.
  std::string_view word(std::string_view what);
  std::int64_t integer(std::string_view what, std::int64_t low, std::int64_t high);
  double coefficient(std::string_view what);
  void end_line();
  // A whole line.
  Term term(const TermLayout& layout);
  // All lines up to the end of the file: use(term, offset of its line).
  template <class F>
  void for_each_term(const TermLayout& layout, F&& use) {
    const char* const begin = reader_.text().data();
    for (;;) {
      const std::ptrdiff_t left = static_cast<std::ptrdiff_t>(reader_.text().size());
      const char* p = begin + reader_.offset();
      Term plain{};
      while (p - begin < left - plain_line_reach) {
        p += *p == '\n' ? 1 : 0;  // of a line that was read by term()
        const char* const after = scan_plain_line(p, layout, plain);
        if (after == nullptr) break;
        use(plain, static_cast<std::size_t>(p - begin));
        p = after;
      }
      reader_.seek(static_cast<std::size_t>(p - begin));
      if (!next()) return;
      const std::size_t offset = reader_.offset();
      use(term(layout), offset);
    }
  }

  // From the comment `constant=`, if there was one so far.
  std::optional<double> constant() const { return constant_; }

 private:
  void read_comment();
  void stay_on_line(std::string_view what);

  TextReader& reader_;
  char mark_;
  char capital_mark_;
  OnComment on_comment_;
  std::optional<double> constant_;
};

// The text after `key=` if the comment consists of that one word; points into comment.
[[nodiscard]] std::optional<std::string_view> comment_value(std::string_view comment,
                                                            std::string_view key);

// One comment line per line of the notes. Nothing in them is ever read back: a blank is put into
// words that a reader would understand, such as `vartype=`.
void write_notes(const FileNotes& notes, std::string_view mark, TextWriter& out);
void write_comment(std::string_view mark, std::string_view key, double value, TextWriter& out);

// What writers check first: UsageError for a form without variables.
void require_variables(const QuadraticForm& form);
// Throws UsageError for a number that no reader of ours would take.
void require_writable(double value);

// What a file holds in which entries off the diagonal count twice. UsageError where half of it is no double.
[[nodiscard]] double half_of(double coupling, std::string_view format);

inline void write_term(Index i, Index j, double value, TextWriter& out) {
  require_writable(value);
  out.integer(i);
  out.text(" ");
  out.integer(j);
  out.text(" ");
  out.real(value);
  out.text("\n");
}

}  // namespace spinsack
