// SPDX-License-Identifier: Apache-2.0
#include "program/lp_reader.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "program/draft.hpp"
#include "program/lp_tokens.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

using Term = ProgramDraft::Term;

// One side of a relation, or the objective.
struct Expression {
  std::vector<Term> terms;
  std::vector<Decimal> constants;
  std::vector<ProgramDraft::PairTerm> pairs;
  std::size_t place = 0;

  bool constant() const { return terms.empty() && pairs.empty(); }
};

Decimal negated(const Decimal& value, bool negative) {
  return {negative ? -value.mantissa : value.mantissa, value.digits};
}

RowSense sense_of(const LpToken& relation, bool turned) {
  if (relation.kind == LpToken::Kind::equal) return RowSense::equal;
  const bool at_most = relation.kind == LpToken::Kind::at_most;
  return at_most != turned ? RowSense::at_most : RowSense::at_least;
}

class LpReader {
 public:
  explicit LpReader(const InputFile& file)
      : text_(file.name, file.text), draft_(text_), tokens_(text_) {
    draft_.name = file.name;
  }

  Program read() {
    const LpToken goal = tokens_.next();
    if (goal.kind != LpToken::Kind::section ||
        (goal.section != LpSection::maximise && goal.section != LpSection::minimise))
      tokens_.fail_at(goal, "Maximize or Minimize");
    draft_.minimised = goal.section == LpSection::minimise;
    read_objective();
    bool ended = false;
    while (!ended) {
      const LpToken section = tokens_.next();
      if (section.kind == LpToken::Kind::end) break;  // End is often left out
      if (section.kind != LpToken::Kind::section) tokens_.fail_at(section, "a section");
      ended = read_section(section);
    }
    if (tokens_.peek().kind != LpToken::Kind::end) tokens_.fail("nothing after End");
    return draft_.finish();
  }

 private:
  bool at_section() const {
    return tokens_.peek().kind == LpToken::Kind::section ||
           tokens_.peek().kind == LpToken::Kind::end;
  }

  bool read_section(const LpToken& section) {
    switch (section.section) {
      case LpSection::rows:
        while (!at_section()) read_row();
        return false;
      case LpSection::bounds:
        while (!at_section()) read_bound();
        return false;
      case LpSection::binaries:
        while (!at_section()) declare(read_name()).binary = true;
        return false;
      case LpSection::integers:
        while (!at_section()) declare(read_name()).integer = true;
        return false;
      case LpSection::end:
        return true;
      case LpSection::maximise:
      case LpSection::minimise:
        tokens_.fail_at(section, "one objective");
      case LpSection::refused:
        tokens_.fail_at(section, "rows, bounds and binary columns");
    }
    return true;
  }

  ProgramDraft::DraftColumn& declare(Index column) {
    ProgramDraft::DraftColumn& each = draft_.at_column(column);
    if (each.declared == 0) each.declared = ++declared_;
    return each;
  }

  Index read_name() {
    const LpToken name = tokens_.next();
    if (name.kind != LpToken::Kind::name) tokens_.fail_at(name, "the name of a column");
    return draft_.column(name.text, name.place);
  }

  // The label of a row or of the objective, if there is one.
  std::optional<std::string_view> read_label() {
    if (tokens_.peek().kind != LpToken::Kind::name || !tokens_.symbol_follows(':'))
      return std::nullopt;
    const std::string_view label = tokens_.next().text;
    tokens_.next();
    return label;
  }

  void read_objective() {
    read_label();
    Expression sum = read_expression(true);
    draft_.objective = std::move(sum.terms);
    draft_.constants = std::move(sum.constants);
    draft_.pairs = std::move(sum.pairs);
  }

  // Signs and numbers before a name or a bracket, or alone.
  Expression read_expression(bool brackets) {
    Expression sum;
    sum.place = tokens_.peek().place;
    bool first = true;
    while (!at_section() && !tokens_.peek().is_relation()) {
      // Without a sign something else begins: the next row, or an error for who comes next.
      if (!first && !tokens_.peek().is('+') && !tokens_.peek().is('-')) break;
      bool negative = false;
      while (tokens_.peek().is('+') || tokens_.peek().is('-')) negative ^= tokens_.next().is('-');
      first = false;
      Decimal factor{1, 0};
      const bool numbered = tokens_.peek().kind == LpToken::Kind::number;
      if (numbered) factor = tokens_.next().value;
      if (tokens_.peek().is('*') && numbered) tokens_.next();
      if (tokens_.peek().kind == LpToken::Kind::name &&
          !(numbered && tokens_.symbol_follows(':'))) {
        const LpToken name = tokens_.next();
        if (tokens_.peek().is('^') || tokens_.peek().is('*'))
          tokens_.fail("products within brackets, [ .. ] / 2,");
        sum.terms.push_back({draft_.column(name.text, name.place), negated(factor, negative)});
      } else if (tokens_.peek().is('[')) {
        if (!brackets) tokens_.fail("a linear row");
        if (numbered) tokens_.fail("a bracket without a factor");
        read_bracket(sum, negative);
      } else if (numbered) {
        sum.constants.push_back(negated(factor, negative));
      } else {
        tokens_.fail("a number or the name of a column");
      }
    }
    return sum;
  }

  // [ 2 x^2 + 4 x * y ], perhaps halved.
  void read_bracket(Expression& sum, bool outer_negative) {
    tokens_.next();
    const std::size_t begin = sum.pairs.size();
    for (bool first = true; !tokens_.peek().is(']'); first = false) {
      if (!first && !tokens_.peek().is('+') && !tokens_.peek().is('-')) tokens_.fail("+, - or ]");
      bool negative = outer_negative;
      while (tokens_.peek().is('+') || tokens_.peek().is('-')) negative ^= tokens_.next().is('-');
      Decimal factor{1, 0};
      if (tokens_.peek().kind == LpToken::Kind::number) {
        factor = tokens_.next().value;
        if (tokens_.peek().is('*')) tokens_.next();
      }
      const std::size_t place = tokens_.peek().place;
      const Index column = read_name();
      Index other = column;
      if (tokens_.peek().is('^')) {
        tokens_.next();
        const LpToken power = tokens_.next();
        if (power.kind != LpToken::Kind::number || power.value != Decimal{2, 0})
          tokens_.fail_at(power, "the exponent 2");
      } else if (tokens_.peek().is('*')) {
        tokens_.next();
        other = read_name();
      } else {
        tokens_.fail("^ 2 or * and a column");
      }
      sum.pairs.push_back({column, other, negated(factor, negative), place});
    }
    tokens_.next();
    if (!tokens_.peek().is('/')) return;
    tokens_.next();
    const LpToken two = tokens_.next();
    if (two.kind != LpToken::Kind::number || two.value != Decimal{2, 0})
      tokens_.fail_at(two, "2 after the bracket");
    for (std::size_t p = begin; p < sum.pairs.size(); ++p) {
      const auto half = half_of(sum.pairs[p].value);
      if (!half)
        text_.fail_at(sum.pairs[p].place, "expected a number whose half has at most 18 digits");
      sum.pairs[p].value = *half;
    }
  }

  LpToken read_relation() {
    const LpToken relation = tokens_.next();
    if (!relation.is_relation()) tokens_.fail_at(relation, "<=, = or >=");
    return relation;
  }

  // What stands on the right of a row.
  Decimal read_number() {
    bool negative = false;
    while (tokens_.peek().is('+') || tokens_.peek().is('-')) negative ^= tokens_.next().is('-');
    if (tokens_.peek().kind != LpToken::Kind::number) tokens_.fail("a number");
    return negated(tokens_.next().value, negative);
  }

  // sum <= 3, or 3 >= sum, or 1 <= sum <= 3, which is two rows.
  void read_row() {
    const std::size_t place = tokens_.peek().place;
    const auto label = read_label();
    const std::string name = label ? std::string(*label) : fmt::format("unnamed_{}", ++unnamed_);
    Expression left = read_expression(false);
    const LpToken relation = read_relation();
    if (!left.constant()) {
      add_row(name, std::move(left), sense_of(relation, false), {read_number()}, place);
      return;
    }
    Expression middle = read_expression(false);
    if (!tokens_.peek().is_relation()) {
      add_row(name, std::move(middle), sense_of(relation, true), left.constants, place);
      return;
    }
    const LpToken second = read_relation();
    add_row(name, middle, sense_of(relation, true), left.constants, place);
    add_row(name + "_too", std::move(middle), sense_of(second, false), {read_number()}, place);
  }

  void add_row(std::string_view name, Expression sum, RowSense sense, std::vector<Decimal> number,
               std::size_t place) {
    ProgramDraft::DraftRow& row = draft_.add_row(name, sense, place);
    row.terms = std::move(sum.terms);
    row.rhs = std::move(number);
    for (const Decimal& constant : sum.constants) row.rhs.push_back(negated(constant, true));
  }

  // A number of a bound; nothing is infinite.
  std::optional<std::optional<Decimal>> read_limit() {
    bool negative = false;
    while (tokens_.peek().is('+') || tokens_.peek().is('-')) negative ^= tokens_.next().is('-');
    const LpToken& token = tokens_.peek();
    if (token.kind == LpToken::Kind::number)
      return std::optional(negated(tokens_.next().value, negative));
    if (is_word(token, "inf") || is_word(token, "infinity")) {
      tokens_.next();
      return std::optional<Decimal>();
    }
    return std::nullopt;
  }

  static bool is_word(const LpToken& token, std::string_view word) {
    if (token.kind != LpToken::Kind::name || token.text.size() != word.size()) return false;
    for (std::size_t c = 0; c < word.size(); ++c)
      if ((token.text[c] | 0x20) != word[c]) return false;
    return true;
  }

  void set_bound(Index column, RowSense sense, const std::optional<Decimal>& limit) {
    ProgramDraft::DraftColumn& each = draft_.at_column(column);
    if (sense != RowSense::at_least) each.upper = limit;
    if (sense != RowSense::at_most) each.lower = limit;
  }

  // 0 <= x <= 1, x <= 1, x >= 0, x = 1, x free
  void read_bound() {
    const auto low = read_limit();
    std::optional<LpToken> relation;
    if (low) relation = read_relation();
    const Index column = read_name();
    if (low) set_bound(column, sense_of(*relation, true), *low);
    if (is_word(tokens_.peek(), "free") && !low) {
      tokens_.next();
      set_bound(column, RowSense::equal, std::nullopt);
      return;
    }
    if (!tokens_.peek().is_relation()) {
      if (!low) tokens_.fail("<=, >=, = or free");
      return;
    }
    const LpToken second = read_relation();
    const auto high = read_limit();
    if (!high) tokens_.fail("a number");
    set_bound(column, sense_of(second, false), *high);
  }

  TextReader text_;
  ProgramDraft draft_;
  LpTokens tokens_;
  int unnamed_ = 0;
  Index declared_ = 0;
};

}  // namespace

bool looks_like_lp(std::string_view text) {
  const TextReader reader("", text);
  try {
    const LpTokens tokens(reader);
    const LpToken& first = tokens.peek();
    return first.kind == LpToken::Kind::section &&
           (first.section == LpSection::maximise || first.section == LpSection::minimise);
  } catch (const Error&) {
    return false;
  }
}

Program read_lp(const InputFile& file) { return LpReader(file).read(); }

}  // namespace spinsack
