// SPDX-License-Identifier: Apache-2.0
#include "formulation/strengths.hpp"

#include "core/error.hpp"
#include "core/text_reader.hpp"
#include "formulation/strength_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace spinsack {
namespace {

double size_of(std::int64_t value) { return std::fabs(static_cast<double>(value)); }

// The group of each column, -1 for none.
std::vector<Index> groups_of_columns(const Program& program) {
  std::vector<Index> group(program.columns.size(), -1);
  for (std::size_t g = 0; g < program.groups.size(); ++g)
    for (Index c = program.groups[g].first; c < program.groups[g].end(); ++c)
      group[at(c)] = static_cast<Index>(g);
  return group;
}

// f(other column, pair) for the pairs of a column.
template <class F>
void for_each_pair_of(const Program& program, Index column, F&& f) {
  if (column < program.pairs.size())
    program.pairs.for_each_in_row(
        column, [&](Index other, auto q) { f(other, static_cast<std::int64_t>(q)); });
}

// Whether the program is a k-cut: nothing but groups of one size, no label better than another, and pairs that join
// equal labels of two groups, all labels alike.
bool is_cut(const Program& program, const std::vector<Index>& group_of) {
  if (!program.rows.empty() || program.groups.empty()) return false;
  const Index labels = program.groups.front().size;
  const auto alike = [&](const Group& group) { return group.size == labels; };
  if (!std::ranges::all_of(program.groups, alike) ||
      labels * static_cast<std::int64_t>(program.groups.size()) != program.size())
    return false;
  std::vector<std::pair<Index, std::int64_t>> first_label;
  std::vector<std::pair<Index, std::int64_t>> this_label;
  for (const Group& group : program.groups) {
    for (Index label = 0; label < labels; ++label) {
      const Index column = group.first + label;
      if (program.columns[at(column)].objective != program.columns[at(group.first)].objective)
        return false;
      this_label.clear();
      bool equal_labels = true;
      for_each_pair_of(program, column, [&](Index other, std::int64_t q) {
        const Index other_group = group_of[at(other)];
        equal_labels = equal_labels && other - program.groups[at(other_group)].first == label &&
                       other_group != group_of[at(column)];
        this_label.emplace_back(other_group, q);
      });
      if (!equal_labels || (label > 0 && this_label != first_label)) return false;
      if (label == 0) first_label = this_label;
    }
  }
  return true;
}

class Stakes {
 public:
  explicit Stakes(const Program& program)
      : program_(program),
        group_of_(groups_of_columns(program)),
        cut_(is_cut(program, group_of_)) {}

  bool of_cut() const { return cut_; }

  GroupStakes of_group(const Group& group) const {
    GroupStakes stakes{.labels = group.size, .of_cut = cut_};
    for_each_pair_of(program_, group.first, [&](Index, std::int64_t q) {
      (q < 0 ? stakes.positive : stakes.negative) += size_of(q);  // energies have the other sign
    });
    if (cut_) return stakes;
    for (Index c = group.first; c < group.end(); ++c) {
      const double own = size_of(program_.columns[at(c)].objective);
      double pairs = 0;
      double widened = 0;
      for_each_pair_of(program_, c, [&](Index other, std::int64_t q) {
        pairs += size_of(q);
        widened += size_of(q) * reduced_size(other);
      });
      const double change = c == group.end() - 1 ? std::max(1, group.size - 1) : 1;
      stakes.reach += own + pairs;
      stakes.reduced_reach += change * (own + widened);
    }
    return stakes;
  }

  // How far the value can move at all, with columns as large as the encoding lets them be.
  double range(const GroupEncoding& encoding) const {
    double sum = 0;
    for (const Column& column : program_.columns) sum += size_of(column.objective);
    program_.pairs.for_each_pair(
        [&](Index, Index, auto q) { sum += size_of(static_cast<std::int64_t>(q)); });
    if (encoding.of_columns || program_.groups.empty()) return sum;
    double largest = 1;
    for (const Group& group : program_.groups)
      largest = std::max(largest, static_cast<double>(group.size) - 2);
    return 2 * largest * largest * sum;
  }

  // The most that a flip of the column moves the objective if groups are kept.
  double reach(Index column) const {
    double sum = size_of(program_.columns[at(column)].objective);
    Index last_group = -1;
    double most = 0;  // of the pairs with that group; columns of a group stand side by side
    for_each_pair_of(program_, column, [&](Index other, std::int64_t q) {
      const Index group = group_of_[at(other)];
      if (group < 0 || group != last_group) {
        sum += most;
        most = 0;
      }
      last_group = group;
      most = std::max(most, size_of(q));
    });
    return sum + most;
  }

  // The most that setting the column earns.
  double gain(Index column) const {
    double sum = std::max(0.0, static_cast<double>(program_.columns[at(column)].objective));
    for_each_pair_of(program_, column,
                     [&](Index, std::int64_t q) { sum += std::max(0.0, static_cast<double>(q)); });
    return sum;
  }

 private:
  // The largest size of a column in the reduced encoding.
  double reduced_size(Index column) const {
    const Index g = group_of_[at(column)];
    if (g < 0 || column != program_.groups[at(g)].end() - 1) return 1;
    return std::max(1, program_.groups[at(g)].size - 2);
  }

  const Program& program_;
  std::vector<Index> group_of_;
  bool cut_;
};

bool only_conflicts(const Program& program) {
  return program.groups.empty() && std::ranges::all_of(program.rows, [](const Row& row) {
           return row.kind == RowKind::conflict;
         });
}

PenaltyStrengths safe_strengths(const Program& program, const GroupEncoding& encoding,
                                const Stakes& stakes) {
  PenaltyStrengths strengths;
  const bool packing = only_conflicts(program);
  const double range = program.rows.empty() ? 0 : stakes.range(encoding);
  for (const Row& row : program.rows) {
    const auto entries = program.entries_of(row);
    strengths.rows.push_back(
        packing ? std::min(stakes.gain(entries[0].column), stakes.gain(entries[1].column)) : range);
  }
  for (const Group& group : program.groups)
    strengths.groups.push_back(program.rows.empty() ? encoding.safe(stakes.of_group(group))
                                                    : range);
  return strengths;
}

// The strength at which the typical price of a capacity makes an overload of a tenth, or of half a coefficient.
double capacity_strength(const Program& program, const Row& row) {
  const int sign = row.sense == RowSense::at_least ? -1 : 1;
  auto slack = sign * static_cast<double>(row.rhs);
  double sizes = 0;
  double squares = 0;
  for (const Entry& entry : program.entries_of(row)) {
    slack += std::max(0.0, -sign * static_cast<double>(entry.value));
    sizes += size_of(entry.value);
    squares += size_of(entry.value) * size_of(entry.value);
  }
  if (!(slack > 0) || sizes == 0) return 0;
  const double fill = std::min(1.0, slack / sizes);
  double gains = 0;
  for (const Entry& entry : program.entries_of(row)) {
    auto gain = static_cast<double>(program.columns[at(entry.column)].objective);
    for_each_pair_of(program, entry.column,
                     [&](Index, std::int64_t q) { gain += fill * static_cast<double>(q); });
    // What leaving the column out earns counts where the row asks for more of it.
    gains += std::max(0.0, sign * static_cast<double>(entry.value) > 0 ? gain : -gain);
  }
  const double strength = std::min(5 * (gains / sizes) / slack, gains / squares);
  return strength > 0 ? nearest_power_of_two(strength) : 0;
}

double row_estimate(const Program& program, const Row& row, const Stakes& stakes) {
  if (row.kind == RowKind::capacity) return capacity_strength(program, row);
  const auto entries = program.entries_of(row);
  double largest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const Entry& entry : entries) {
    const double reach = stakes.reach(entry.column);
    largest = std::max(largest, reach / (size_of(entry.value) * size_of(entry.value)));
    least = std::min(least, reach);
  }
  if (row.kind == RowKind::conflict) return least;
  return largest > 0 ? nearest_power_of_two(largest / 2) : 0;
}

double group_estimate(const Group& group, const GroupEncoding& encoding, const Stakes& stakes) {
  double largest = 0;
  for (Index c = group.first; c < group.end(); ++c) largest = std::max(largest, stakes.reach(c));
  const double strength = encoding.of_columns ? largest / 2 : largest;
  return strength > 0 ? nearest_power_of_two(strength) : 0;
}

PenaltyStrengths automatic_strengths(const Program& program, const GroupEncoding& encoding,
                                     const Stakes& stakes) {
  if (stakes.of_cut()) {
    PenaltyStrengths strengths = safe_strengths(program, encoding, stakes);
    for (double& strength : strengths.groups) strength *= encoding.automatic;
    return strengths;
  }
  PenaltyStrengths strengths;
  for (const Row& row : program.rows) strengths.rows.push_back(row_estimate(program, row, stakes));
  for (const Group& group : program.groups)
    strengths.groups.push_back(group_estimate(group, encoding, stakes));
  return strengths;
}

}  // namespace

PenaltyStrengths penalty_strengths(const Program& program, const GroupEncoding& encoding,
                                   StrengthScale scale) {
  PenaltyStrengths strengths;
  if (scale == StrengthScale::absolute) {
    strengths.rows.assign(program.rows.size(), 1.0);
    strengths.groups.assign(program.groups.size(), 1.0);
    return strengths;
  }
  const Stakes stakes(program);
  strengths = scale == StrengthScale::safe ? safe_strengths(program, encoding, stakes)
                                           : automatic_strengths(program, encoding, stakes);
  // Where nothing is at stake, any strength will do, and none would leave the bits to chance.
  for (std::vector<double>* const list : {&strengths.rows, &strengths.groups})
    for (double& strength : *list)
      if (!(strength > 0)) strength = 1;
  return strengths;
}

std::vector<StrengthChoice> parse_program_strengths(std::string_view text) {
  if (text == "auto") return {{1, StrengthScale::automatic}};
  if (text == "safe") return {{1, StrengthScale::safe}};
  const bool scaled = text.starts_with("scale:");
  std::optional<std::vector<double>> values;
  if (scaled)
    values = strength_scales(text.substr(6));
  else if (text.starts_with("2^"))
    values = powers_of_two(text);
  else if (const auto number = strength_number(text); number && *number > 0)
    values = {*number};
  if (!values || !std::isfinite(values->front()))
    throw UsageError(
        fmt::format("--lambda: expected a number > 0, a power of two such as 2^-3, a range such as "
                    "2^-6..2^7, safe, scale:0.75, scale:1..4 or auto, found {}",
                    quote(text)));
  std::vector<StrengthChoice> choices;
  for (const double value : *values)
    choices.push_back({value, scaled ? StrengthScale::safe : StrengthScale::absolute});
  return choices;
}

Weight parse_program_bound(std::string_view text) {
  if (text == "auto" || text == "capacity") return whole_slack;
  const auto [value, fault] = parse_decimal(text);
  if (fault || value.digits != 0 || value.mantissa < 0 || value.mantissa > sum_limit)
    throw UsageError(fmt::format(
        "--bound: expected 'auto', 'capacity' or an integer >= 0, found {}", quote(text)));
  return value.mantissa;
}

}  // namespace spinsack
