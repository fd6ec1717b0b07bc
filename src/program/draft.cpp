// SPDX-License-Identifier: Apache-2.0
#include "program/draft.hpp"

#include "core/error.hpp"
#include "program/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spinsack {
namespace {

constexpr Index largest_group = 255;

Wide power_of_ten(int digits) {
  Wide power = 1;
  for (; digits > 0; --digits) power *= 10;
  return power;
}

// Sums decimals in units of 10^-digits; at most 10^18 of them cannot leave 128 bits, as none has more than 18 decimals.
Wide in_units(const Decimal& value, int digits) {
  return Wide{value.mantissa} * power_of_ten(digits - value.digits);
}

bool fits(Wide value) { return value < sum_limit && value > -sum_limit; }

bool is_zero(const std::optional<Decimal>& bound) { return bound && bound->mantissa == 0; }
bool is_one(const std::optional<Decimal>& bound) { return bound && *bound == Decimal{1, 0}; }

// Terms of the same column together, by column, zeros left out.
std::vector<std::pair<Index, Wide>> summed(const std::vector<ProgramDraft::Term>& terms,
                                           const std::vector<Index>& kept, int digits) {
  std::vector<std::pair<Index, Wide>> sums;
  for (const ProgramDraft::Term& term : terms)
    sums.emplace_back(kept[at(term.column)], in_units(term.value, digits));
  std::ranges::stable_sort(sums, {}, &std::pair<Index, Wide>::first);
  std::vector<std::pair<Index, Wide>> joined;
  for (const auto& [column, value] : sums) {
    if (!joined.empty() && joined.back().first == column)
      joined.back().second += value;
    else
      joined.emplace_back(column, value);
  }
  std::erase_if(joined, [](const auto& each) { return each.second == 0; });
  return joined;
}

}  // namespace

std::optional<Decimal> half_of(const Decimal& value) {
  if (value.mantissa % 2 == 0) return Decimal{value.mantissa / 2, value.digits};
  Decimal half{0, value.digits + 1};
  if (__builtin_mul_overflow(value.mantissa, std::int64_t{5}, &half.mantissa) || half.digits > 18)
    return std::nullopt;
  return half;
}

Index ProgramDraft::column(std::string_view text, std::size_t place) {
  const auto [entry, is_new] = column_of_.emplace(std::string(text), size());
  if (is_new) {
    if (size() >= max_variables)
      reader_.fail_at(place, fmt::format("expected at most {} columns, found more", max_variables));
    columns_.push_back({.name = std::string(text), .place = place});
  }
  return entry->second;
}

std::optional<Index> ProgramDraft::find_column(std::string_view text) const {
  const auto entry = column_of_.find(std::string(text));
  return entry == column_of_.end() ? std::nullopt : std::optional(entry->second);
}

ProgramDraft::DraftRow& ProgramDraft::add_row(std::string_view text, RowSense sense,
                                              std::size_t place) {
  if (!row_of_.emplace(std::string(text), rows_.size()).second)
    reader_.fail_at(place, fmt::format("expected a new row, found {} again", quote(text)));
  rows_.push_back(
      {.name = std::string(text), .sense = sense, .terms = {}, .rhs = {}, .place = place});
  return rows_.back();
}

// A column that is fixed is a number, whatever its kind.
void ProgramDraft::take_fixed(Index fixed, const Decimal& value) {
  const auto product = [&](const Decimal& coefficient) {
    Decimal result{0, coefficient.digits + value.digits};
    if (__builtin_mul_overflow(coefficient.mantissa, value.mantissa, &result.mantissa) ||
        result.digits > 18)
      reader_.fail_at(columns_[at(fixed)].place,
                      fmt::format("expected numbers whose products fit 64 bits, found those of the "
                                  "fixed column {}",
                                  quote(columns_[at(fixed)].name)));
    return result;
  };
  const auto move_terms = [&](std::vector<Term>& terms, std::vector<Decimal>& sum, bool negate) {
    std::erase_if(terms, [&](const Term& term) {
      if (term.column != fixed) return false;
      Decimal moved = product(term.value);
      if (negate) moved.mantissa = -moved.mantissa;
      sum.push_back(moved);
      return true;
    });
  };
  move_terms(objective, constants, false);
  for (DraftRow& row : rows_) move_terms(row.terms, row.rhs, true);
}

void ProgramDraft::check_columns() {
  const auto refuse = [&](const DraftColumn& column, std::string_view what) {
    reader_.fail_at(column.place, fmt::format("expected binary columns, found {}, which is {}",
                                              quote(column.name), what));
  };
  kept_.assign(columns_.size(), 0);
  std::vector<std::uint8_t> in_pair(columns_.size());
  for (const PairTerm& pair : pairs) in_pair[at(pair.first)] = in_pair[at(pair.second)] = 1;
  for (Index c = 0; c < size(); ++c) {
    const DraftColumn& column = columns_[at(c)];
    if (column.binary) continue;
    const bool within = column.lower && column.upper &&
                        (is_zero(column.lower) || is_one(column.lower)) &&
                        (is_zero(column.upper) || is_one(column.upper));
    if (column.integer && within) continue;
    if (column.lower && column.upper && *column.lower == *column.upper && in_pair[at(c)] == 0) {
      kept_[at(c)] = -1;
      take_fixed(c, *column.lower);
      continue;
    }
    refuse(column, column.integer ? "an integer with other bounds than 0 and 1" : "continuous");
  }
  for (Index c = 0; c < size(); ++c)
    if (kept_[at(c)] >= 0) order_.push_back(c);
  std::ranges::stable_sort(order_, {}, [&](Index c) { return columns_[at(c)].declared; });
  for (std::size_t k = 0; k < order_.size(); ++k) kept_[at(order_[k])] = static_cast<Index>(k);
  if (order_.empty()) reader_.fail_at(0, "expected at least one binary column, found none");
}

void ProgramDraft::write_columns(Program& program) {
  for (const Index c : order_) texts_.push_back(columns_[at(c)].name);
  for (const DraftRow& row : rows_) texts_.push_back(row.name);
  program.texts = std::make_shared<const std::vector<std::string>>(std::move(texts_));
  for (std::size_t k = 0; k < order_.size(); ++k)
    program.add_column({.name = {(*program.texts)[k]}});
}

void ProgramDraft::write_rows(Program& program) {
  const auto first_name = program.columns.size();
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const DraftRow& row = rows_[r];
    int digits = 0;
    for (const Term& term : row.terms) digits = std::max(digits, term.value.digits);
    for (const Decimal& part : row.rhs) digits = std::max(digits, part.digits);
    Wide rhs = 0;
    for (const Decimal& part : row.rhs) rhs += in_units(part, digits);
    const auto entries = summed(row.terms, kept_, digits);
    Wide sizes = rhs < 0 ? -rhs : rhs;
    bool good = fits(rhs);
    for (const auto& [column, value] : entries) {
      good = good && fits(value);
      sizes += value < 0 ? -value : value;
    }
    if (!good || !fits(sizes))
      reader_.fail_at(row.place, fmt::format("expected numbers that sum to less than 2^61 in row "
                                             "{}, in units of its last decimal",
                                             quote(row.name)));
    program.add_row({(*program.texts)[first_name + r]}, row.sense, static_cast<std::int64_t>(rhs),
                    digits);
    for (const auto& [column, value] : entries)
      program.add_entry(column, static_cast<std::int64_t>(value));
  }
}

void ProgramDraft::write_objective(Program& program) {
  int digits = 0;
  for (const Decimal& part : constants) digits = std::max(digits, part.digits);
  for (const Term& term : objective) digits = std::max(digits, term.value.digits);
  for (const PairTerm& pair : pairs) digits = std::max(digits, pair.value.digits);
  const auto narrow = [&](Wide value) {
    if (!fits(value))
      reader_.fail_at(0,
                      "expected an objective whose numbers sum to less than 2^61, in units of "
                      "its last decimal");
    return static_cast<std::int64_t>(minimised ? -value : value);
  };
  Wide constant = 0;
  for (const Decimal& part : constants) constant += in_units(part, digits);
  std::vector<Term> linear = objective;
  SymmetricRowsBuilder products(program.size());
  Wide sizes = 0;
  for (const PairTerm& pair : pairs) {
    const Wide value = in_units(pair.value, digits);
    sizes += value < 0 ? -value : value;
    static_cast<void>(narrow(sizes));
    if (pair.first == pair.second)  // a binary column is its own square
      linear.push_back({pair.first, pair.value});
    else
      products.add(kept_[at(pair.first)], kept_[at(pair.second)], narrow(value));
  }
  program.minimised = minimised;
  program.objective_digits = digits;
  program.objective_constant = narrow(constant);
  for (const auto& [column, value] : summed(linear, kept_, digits)) {
    sizes += value < 0 ? -value : value;
    program.columns[at(column)].objective = narrow(value);
  }
  static_cast<void>(narrow(sizes + (constant < 0 ? -constant : constant)));
  program.pairs = std::move(products).finish();
}

// A bound that leaves a binary column one value is an equation.
void ProgramDraft::write_bounds(Program& program) {
  for (Index c = 0; c < size(); ++c) {
    const DraftColumn& column = columns_[at(c)];
    if (kept_[at(c)] < 0) continue;
    const bool at_one = is_one(column.lower);
    const bool at_zero = is_zero(column.upper);
    const bool plain = (!column.lower || is_zero(column.lower) || at_one) &&
                       (!column.upper || is_one(column.upper) || at_zero);
    if (!plain || (at_one && at_zero))
      reader_.fail_at(column.place,
                      fmt::format("expected bounds 0 and 1 for the binary column {}, found others",
                                  quote(column.name)));
    if (!at_one && !at_zero) continue;
    program.add_row({"fixed", kept_[at(c)]}, RowSense::equal, at_one ? 1 : 0);
    program.add_entry(kept_[at(c)], 1);
  }
}

Program ProgramDraft::finish() {
  Program program;
  program.name = name;
  check_columns();
  write_columns(program);
  write_rows(program);
  write_objective(program);
  write_bounds(program);
  find_conflicts(program);
  find_groups(program);
  check_program(program);
  return program;
}

void find_groups(Program& program) {
  // 1. Which rows.
  std::vector<std::pair<Group, std::size_t>> found;
  for (std::size_t r = 0; r < program.rows.size(); ++r) {
    const Row& row = program.rows[r];
    const auto entries = program.entries_of(row);
    if (row.sense != RowSense::equal || entries.size() < 2 || entries.size() > at(largest_group))
      continue;
    const std::int64_t one = entries.front().value;
    bool good = row.rhs == one && one > 0;
    for (std::size_t e = 0; e < entries.size(); ++e)
      good = good && entries[e].value == one &&
             entries[e].column == entries.front().column + static_cast<Index>(e);
    if (good) found.push_back({{entries.front().column, static_cast<Index>(entries.size())}, r});
  }
  // 2. By column; of those that overlap, the one that ends first, as most groups fit so; then the shorter one.
  std::ranges::stable_sort(found, [](const auto& a, const auto& b) {
    return std::pair(a.first.end(), a.first.size) < std::pair(b.first.end(), b.first.size);
  });
  std::vector<std::uint8_t> gone(program.rows.size());
  Index end = 0;
  for (const auto& [group, row] : found) {
    if (group.first < end) continue;
    program.groups.push_back(group);
    gone[row] = 1;
    end = group.end();
  }
  if (program.groups.empty()) return;
  // 3. The rest.
  std::vector<Row> rows;
  std::vector<Entry> entries;
  for (std::size_t r = 0; r < program.rows.size(); ++r) {
    if (gone[r] != 0) continue;
    Row row = program.rows[r];
    const auto of_row = program.entries_of(program.rows[r]);
    row.begin = entries.size();
    entries.insert(entries.end(), of_row.begin(), of_row.end());
    row.end = entries.size();
    rows.push_back(row);
  }
  program.rows = std::move(rows);
  program.entries = std::move(entries);
}

}  // namespace spinsack
