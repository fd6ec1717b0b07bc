// SPDX-License-Identifier: Apache-2.0
#include "program/mps_reader.hpp"

#include "core/text_reader.hpp"
#include "program/draft.hpp"
#include "program/mps_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace spinsack {
namespace {

enum class MpsSection {
  name,
  sense,
  objective_name,
  rows,
  columns,
  rhs,
  ranges,
  bounds,
  triangle,
  matrix,
  end,
  refused
};
constexpr std::array<std::pair<std::string_view, MpsSection>, 24> mps_sections{{
    {"NAME", MpsSection::name},
    {"OBJSENSE", MpsSection::sense},
    {"OBJSENSEMAX", MpsSection::sense},
    {"OBJNAME", MpsSection::objective_name},
    {"OBJECT", MpsSection::objective_name},
    {"ROWS", MpsSection::rows},
    {"COLUMNS", MpsSection::columns},
    {"RHS", MpsSection::rhs},
    {"RANGES", MpsSection::ranges},
    {"BOUNDS", MpsSection::bounds},
    {"QUADOBJ", MpsSection::triangle},
    {"QSECTION", MpsSection::triangle},
    {"QMATRIX", MpsSection::matrix},
    {"ENDATA", MpsSection::end},
    {"QCMATRIX", MpsSection::refused},
    {"SOS", MpsSection::refused},
    {"SOS1", MpsSection::refused},
    {"SOS2", MpsSection::refused},
    {"SETS", MpsSection::refused},
    {"INDICATORS", MpsSection::refused},
    {"LAZYCONS", MpsSection::refused},
    {"USERCUTS", MpsSection::refused},
    {"CSECTION", MpsSection::refused},
    {"PWLOBJ", MpsSection::refused},
}};

class MpsReader {
 public:
  explicit MpsReader(const InputFile& file)
      : text_(file.name, file.text), rest_(file.text), draft_(text_) {
    draft_.name = file.name;
    draft_.minimised = true;
  }

  Program read() {
    bool ended = false;
    while (!ended && next_line()) {
      if (line_.front() != ' ' && line_.front() != '\t')
        ended = begin_section();
      else
        read_data();
    }
    if (!ended) text_.fail_at(text_.text().size(), "expected ENDATA, found the end of the file");
    add_ranges();
    if (!minimise_) draft_.minimised = false;
    return draft_.finish();
  }

 private:
  // --- lines ---

  // The next line that holds something; false at the end of the file.
  bool next_line() {
    while (at_ < rest_.size()) {
      line_place_ = at_;
      const std::size_t end = std::min(rest_.find('\n', at_), rest_.size());
      line_ = rest_.substr(at_, end - at_);
      at_ = end + 1;
      while (!line_.empty() &&
             (line_.back() == '\r' || line_.back() == ' ' || line_.back() == '\t'))
        line_.remove_suffix(1);
      if (line_.empty() || line_.front() == '*') continue;
      if (line_.find_first_not_of(" \t") == std::string_view::npos) continue;
      fields_ = by_columns_ && line_.front() == ' ' ? split_mps_at_columns(line_, line_place_)
                                                    : split_mps_at_blanks(line_, line_place_);
      return true;
    }
    return false;
  }

  [[noreturn]] void fail(const MpsField& field, std::string_view expected) const {
    text_.fail_at(field.place, fmt::format("expected {}, found {}", expected, quote(field.text)));
  }

  // As many fields as a line of the section may have, by blanks or, failing that, by columns.
  void require_fields(std::initializer_list<std::size_t> counts, std::string_view expected) {
    const auto good = [&](const MpsFields& fields) {
      return std::ranges::find(counts, fields.size()) != counts.end();
    };
    if (!good(fields_)) {
      MpsFields by_columns = split_mps_at_columns(line_, line_place_);
      if (good(by_columns)) {
        fields_ = std::move(by_columns);
        by_columns_ = true;  // and so are the lines to come
      }
    }
    if (!good(fields_))
      text_.fail_at(line_place_,
                    fmt::format("expected {}, found {} fields", expected, fields_.size()));
  }

  Decimal number(const MpsField& field) const {
    const auto [value, fault] = parse_decimal(field.text);
    if (fault == DecimalFault::too_large) fail(field, "a number with at most 18 digits");
    if (fault) fail(field, "a number");
    return value;
  }

  // --- sections ---

  bool begin_section() {
    const MpsField word = fields_.front();
    const auto* const entry =
        std::ranges::find(mps_sections, word.text, &std::pair<std::string_view, MpsSection>::first);
    if (entry == mps_sections.end()) fail(word, "a section of MPS");
    section_ = entry->second;
    if (section_ == MpsSection::refused) fail(word, "rows, bounds and a quadratic objective");
    if (section_ == MpsSection::name && fields_.size() > 1) draft_.name = fields_[1].text;
    if (section_ == MpsSection::sense && fields_.size() > 1) set_sense(fields_[1]);
    if (word.text == "OBJSENSEMAX") minimise_ = false;
    return section_ == MpsSection::end;
  }

  void set_sense(const MpsField& word) {
    if (word.text == "MAX" || word.text == "MAXIMIZE" || word.text == "MAXIMISE")
      minimise_ = false;
    else if (word.text == "MIN" || word.text == "MINIMIZE" || word.text == "MINIMISE")
      minimise_ = true;
    else
      fail(word, "MAX or MIN");
  }

  void read_data() {
    switch (section_.value_or(MpsSection::end)) {
      case MpsSection::sense:
        return set_sense(fields_.front());
      case MpsSection::objective_name:
        wanted_objective_ = fields_.front().text;
        return;
      case MpsSection::rows:
        return read_row();
      case MpsSection::columns:
        return read_column();
      case MpsSection::rhs:
        return read_rhs();
      case MpsSection::ranges:
        return read_range();
      case MpsSection::bounds:
        return read_bound();
      case MpsSection::triangle:
      case MpsSection::matrix:
        return read_pair();
      default:
        fail(fields_.front(), "a section");
    }
  }

  void read_row() {
    require_fields({2}, "a kind N, L, G or E and the name of a row");
    const std::string_view kind = fields_[0].text;
    const std::string_view name = fields_[1].text;
    if (kind == "N" || kind == "n") {
      // The first is the objective, or the one that OBJNAME asks for; others mean nothing.
      const bool wanted =
          wanted_objective_.empty() ? objective_.empty() : name == wanted_objective_;
      if (wanted) objective_ = name;
      free_rows_.emplace(std::string(name), wanted);
      return;
    }
    std::optional<RowSense> sense;
    if (kind == "L" || kind == "l") sense = RowSense::at_most;
    if (kind == "G" || kind == "g") sense = RowSense::at_least;
    if (kind == "E" || kind == "e") sense = RowSense::equal;
    if (!sense) fail(fields_[0], "N, L, G or E");
    if (free_rows_.contains(std::string(name))) fail(fields_[1], "a new row");
    row_of_.emplace(std::string(name), draft_.rows().size());
    draft_.add_row(name, *sense, fields_[1].place);
  }

  void read_column() {
    if (fields_.size() >= 3 && (fields_[1].text == "'MARKER'" || fields_[1].text == "MARKER"))
      return read_marker();
    require_fields({3, 5}, "a column and one or two pairs of a row and a number");
    const Index before = draft_.size();
    const Index column = draft_.column(fields_[0].text, fields_[0].place);
    if (draft_.size() > before)
      draft_.at_column(column).integer = integers_;
    else if (column != last_column_)
      fail(fields_[0], "the lines of a column together");
    last_column_ = column;
    for (std::size_t f = 1; f < fields_.size(); f += 2)
      add_term(fields_[f], {column, number(fields_[f + 1])});
  }

  void read_marker() {
    const std::string_view word = fields_.back().text;
    if (word == "'INTORG'" || word == "INTORG")
      integers_ = true;
    else if (word == "'INTEND'" || word == "INTEND")
      integers_ = false;
    else
      fail(fields_.back(), "'INTORG' or 'INTEND'");
  }

  void add_term(const MpsField& row, ProgramDraft::Term term) {
    const std::string name(row.text);
    if (name == objective_) {
      draft_.objective.push_back(term);
    } else if (const auto found = row_of_.find(name); found != row_of_.end()) {
      draft_.rows()[found->second].terms.push_back(term);
    } else if (!free_rows_.contains(name)) {
      fail(row, "a row of ROWS");
    }
  }

  // With the name of the set or without.
  void read_rhs() {
    require_fields({2, 3, 4, 5}, "one or two pairs of a row and a number");
    for (std::size_t f = fields_.size() % 2; f < fields_.size(); f += 2) {
      const Decimal value = number(fields_[f + 1]);
      const std::string name(fields_[f].text);
      if (name == objective_)
        draft_.constants.push_back({-value.mantissa, value.digits});
      else if (const auto found = row_of_.find(name); found != row_of_.end())
        draft_.rows()[found->second].rhs.push_back(value);
      else if (!free_rows_.contains(name))
        fail(fields_[f], "a row of ROWS");
    }
  }

  struct Range {
    std::size_t row = 0;
    Decimal value;
    std::size_t place = 0;
  };

  void read_range() {
    require_fields({2, 3, 4, 5}, "one or two pairs of a row and a number");
    for (std::size_t f = fields_.size() % 2; f < fields_.size(); f += 2) {
      const auto found = row_of_.find(std::string(fields_[f].text));
      if (found == row_of_.end()) fail(fields_[f], "a row of ROWS");
      ranges_.push_back({found->second, number(fields_[f + 1]), fields_[f].place});
    }
  }

  // A range R makes of L: rhs - |R| <= row, of G: row <= rhs + |R|, of E: rhs to rhs + R, whichever is larger.
  void add_ranges() {
    for (const Range& range : ranges_) {
      ProgramDraft::DraftRow& row = draft_.rows()[range.row];
      const Decimal size{range.value.mantissa < 0 ? -range.value.mantissa : range.value.mantissa,
                         range.value.digits};
      const Decimal minus{-size.mantissa, size.digits};
      ProgramDraft::DraftRow other = row;
      if (row.sense == RowSense::equal)
        row.sense = range.value.mantissa < 0 ? RowSense::at_most : RowSense::at_least;
      const bool down = row.sense == RowSense::at_most;
      other.rhs.push_back(down ? minus : size);
      ProgramDraft::DraftRow& added = draft_.add_row(
          row.name + "_too", down ? RowSense::at_least : RowSense::at_most, range.place);
      added.terms = std::move(other.terms);
      added.rhs = std::move(other.rhs);
    }
  }

  void read_bound() {
    const std::string_view kind = fields_.front().text;
    const bool bare = kind == "BV" || kind == "FR" || kind == "MI" || kind == "PL";
    if (bare)
      require_fields({2, 3, 4}, "a kind of bound, a set and a column");
    else
      require_fields({3, 4}, "a kind of bound, a set, a column and a number");
    // Without the name of the set there is one field less; a bare bound may carry a number that means nothing.
    const std::size_t place =
        bare ? (fields_.size() > 2 && draft_.find_column(fields_[2].text)    ? 2
                : fields_.size() == 2 || draft_.find_column(fields_[1].text) ? 1
                                                                             : 2)
             : fields_.size() - 2;
    const auto column = draft_.find_column(fields_[place].text);
    if (!column) fail(fields_[place], "a column of COLUMNS");
    set_bound(kind, draft_.at_column(*column), bare ? Decimal{} : number(fields_.back()));
  }

  void set_bound(std::string_view kind, ProgramDraft::DraftColumn& column, const Decimal& value) {
    if (kind == "BV") {
      column.binary = true;
      column.lower = Decimal{};
      column.upper = Decimal{1, 0};
    } else if (kind == "UP" || kind == "UI") {
      column.integer = column.integer || kind == "UI";
      column.upper = value;
    } else if (kind == "LO" || kind == "LI") {
      column.integer = column.integer || kind == "LI";
      column.lower = value;
    } else if (kind == "FX") {
      column.lower = column.upper = value;
    } else if (kind == "FR") {
      column.lower = column.upper = std::nullopt;
    } else if (kind == "MI") {
      column.lower = std::nullopt;
    } else if (kind == "PL") {
      column.upper = std::nullopt;
    } else {
      fail(fields_.front(), "a bound UP, LO, FX, BV, FR, MI, PL, UI or LI");
    }
  }

  // 1/2 x'Qx: an entry of one triangle stands for two, and the half takes one back.
  void read_pair() {
    require_fields({3}, "two columns and a number");
    std::array<Index, 2> columns{};
    for (std::size_t f = 0; f < 2; ++f) {
      const auto column = draft_.find_column(fields_[f].text);
      if (!column) fail(fields_[f], "a column of COLUMNS");
      columns[f] = *column;
    }
    std::optional<Decimal> value = number(fields_[2]);
    if (section_ == MpsSection::matrix || columns[0] == columns[1]) value = half_of(*value);
    if (!value) fail(fields_[2], "a number whose half has at most 18 digits");
    if (section_ == MpsSection::triangle &&
        !seen_.emplace(key_of(columns[0], columns[1]), true).second)
      fail(fields_[0], fmt::format("each pair once, in one triangle: {} and {} came before",
                                   quote(fields_[0].text), quote(fields_[1].text)));
    draft_.pairs.push_back({columns[0], columns[1], *value, fields_[0].place});
  }

  static std::uint64_t key_of(Index a, Index b) {
    return static_cast<std::uint64_t>(std::min(a, b)) << 32U |
           static_cast<std::uint64_t>(std::max(a, b));
  }

  TextReader text_;
  std::string_view rest_;
  std::size_t at_ = 0;
  std::string_view line_;
  std::size_t line_place_ = 0;
  MpsFields fields_;
  bool by_columns_ = false;
  ProgramDraft draft_;
  std::optional<MpsSection> section_;
  bool minimise_ = true;
  bool integers_ = false;
  std::string objective_;
  std::string wanted_objective_;
  Index last_column_ = -1;
  std::unordered_map<std::string, bool> free_rows_;
  std::unordered_map<std::string, std::size_t> row_of_;
  std::unordered_map<std::uint64_t, bool> seen_;
  std::vector<Range> ranges_;
};

}  // namespace

bool looks_like_mps(std::string_view text) {
  TextReader reader("", text);
  while (reader.more()) {
    const std::string_view line = reader.line();
    if (line.starts_with('*')) continue;
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    return word == "NAME" || word == "ROWS" || word == "OBJSENSE" || word == "OBJNAME";
  }
  return false;
}

Program read_mps(const InputFile& file) { return MpsReader(file).read(); }

}  // namespace spinsack
