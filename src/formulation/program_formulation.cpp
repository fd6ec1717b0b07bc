// SPDX-License-Identifier: Apache-2.0
#include "formulation/program_formulation.hpp"

#include "core/error.hpp"
#include "formulation/strengths.hpp"
#include "program/writing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace spinsack {
namespace {

std::string name_of(const Label& label) {
  std::string text;
  append_label(text, label);
  return text;
}

// A row whose sum is to be at most, or exactly, its right-hand side; at-least rows are turned around.
struct Sum {
  std::vector<std::pair<Index, std::int64_t>> entries;  // column, coefficient
  std::int64_t rhs = 0;
  std::int64_t least = 0;  // what the sum cannot go below
  double mean_size = 0;    // of the coefficients
};

Sum sum_of(const Program& program, const Row& row) {
  const std::int64_t sign = row.sense == RowSense::at_least ? -1 : 1;
  Sum sum;
  sum.rhs = sign * row.rhs;
  double sizes = 0;
  for (const Entry& entry : program.entries_of(row)) {
    const std::int64_t value = sign * entry.value;
    sum.entries.emplace_back(entry.column, value);
    sum.least += std::min<std::int64_t>(value, 0);
    sizes += std::fabs(static_cast<double>(value));
  }
  sum.mean_size = sum.entries.empty() ? 1 : sizes / static_cast<double>(sum.entries.size());
  return sum;
}

// Puts the model together.
class Writer {
 public:
  Writer(const Program& program, const FormulationRequest& request, const ProgramHints& hints)
      : program_(program),
        request_(request),
        hints_(hints),
        encoding_(find_encoding(request.encoding)),
        group_encoding_(find_group_encoding(request.group_encoding)),
        layout_(program, group_encoding_),
        size_(layout_.variables),
        strengths_(penalty_strengths(program, group_encoding_, request.scale)) {}

  ProgramFormulation write() {
    // 1. Rows: slack bits, squares, prices; products of conflicts wait for the objective.
    for (std::size_t r = 0; r < program_.rows.size(); ++r) add_row(r);
    require_exact();
    require_slack_bits(encoding_.name, size_);
    // 2. Objective and penalties of groups.
    QuadraticForm objective = write_objective();
    QuboModel model(std::move(objective), static_cast<Index>(size_), std::move(squares_),
                    listed_groups());
    FormulationRequest used = request_;
    used.parameters = encoding_.complete(request_.parameters);
    return {std::move(model),          program_.size(),  std::move(slacks_),
            std::move(layout_.groups), &group_encoding_, std::move(used)};
  }

 private:
  double strength_of_row(std::size_t r) const { return request_.strength * strengths_.rows[r]; }

  void add_row(std::size_t r) {
    const Row& row = program_.rows[r];
    if (row.kind == RowKind::conflict) {
      const auto entries = program_.entries_of(row);
      products_.emplace_back(entries[0].column, entries[1].column, strength_of_row(r));
      return;
    }
    const Sum sum = sum_of(program_, row);
    largest_load_ = std::max(largest_load_, load_of(sum));
    if (row.kind == RowKind::equation)
      add_square(sum, strength_of_row(r), -static_cast<double>(sum.rhs), {});
    else
      add_capacity(r, sum);
  }

  void add_capacity(std::size_t r, const Sum& sum) {
    const Row& row = program_.rows[r];
    if (sum.rhs < sum.least)
      throw InvalidInstance(
          fmt::format("{}: row {} can never be met", program_.name, name_of(row.name)));
    const Weight range = sum.rhs - sum.least;
    const double strength = strength_of_row(r);
    RowSlack entry{r, static_cast<Index>(size_), slack_of(sum, range, strength)};
    const Slack& slack = entry.slack;
    if ((slack.native || slack.count) && capacities() > 1)
      throw UsageError(fmt::format(
          "--encoding: expected one for any number of rows, found '{}', which is for a single "
          "one; {} has {} that need a slack",
          encoding_.name, program_.name, capacities()));
    constant_ += slack.energy - slack.price * static_cast<double>(sum.rhs);
    if (slack.price != 0) prices_.emplace_back(sum, slack.price);
    if (slack.native) {
      native_ = sum;
    } else if (slack.count) {
      Sum count = sum;
      for (auto& each : count.entries) each.second = 1;
      constant_ -= slack.count->price * slack.count->wanted;
      price_of_column_ = slack.count->price;
      add_square(count, strength, -static_cast<double>(slack.count->wanted), {});
    } else {
      const auto bits = add_slack_bits(slack);
      add_square(sum, strength, slack.constant - static_cast<double>(sum.rhs), bits);
      if (slack.one_hot) {
        SquaredTerm exactly_one{strength, {}, {}, -1};
        for (const auto& [bit, coefficient] : bits) {
          exactly_one.variables.push_back(bit);
          exactly_one.a.push_back(1.0);
        }
        squares_.push_back(std::move(exactly_one));
      }
    }
    Wide load = load_of(sum);
    for (const Weight c : slack.coefficients) load += c;
    largest_load_ = std::max(largest_load_, load);
    slacks_.push_back(std::move(entry));
  }

  Slack slack_of(const Sum& sum, Weight range, double strength) const {
    const auto for_knapsacks = [&] {
      throw UsageError(fmt::format(
          "--encoding: '{}' asks for prices that only a knapsack has; choose another, such as "
          "'binary'",
          encoding_.name));
    };
    return encoding_.make(request_.parameters,
                          {.bound = request_.bound == whole_slack ? range : request_.bound,
                           .strength = strength,
                           .critical_price =
                               [&] {
                                 if (!hints_.critical_price) for_knapsacks();
                                 return hints_.critical_price();
                               },
                           .hyperplane_prices =
                               [&](const HyperplaneWish& wish) {
                                 if (!hints_.hyperplane_prices) for_knapsacks();
                                 return hints_.hyperplane_prices(wish);
                               },
                           .mean_weight = sum.mean_size,
                           .turn = request_.turn});
  }

  using Coefficients = std::vector<std::pair<Index, double>>;

  Coefficients add_slack_bits(const Slack& slack) {
    require_slack_bits(encoding_.name, size_ + static_cast<Weight>(slack.coefficients.size()));
    Coefficients bits;
    for (const Weight c : slack.coefficients)
      bits.emplace_back(static_cast<Index>(size_++), static_cast<double>(c));
    return bits;
  }

  // strength (sum + slack + b)^2, the columns as the layout has them.
  void add_square(const Sum& sum, double strength, double b, const Coefficients& slack) {
    SquaredTerm term{strength, {}, {}, b};
    Coefficients all;
    all.reserve(sum.entries.size() + slack.size());
    for (const auto& [column, value] : sum.entries) {
      const auto coefficient = static_cast<double>(value);
      if (layout_.direct()) {
        all.emplace_back(column, coefficient);
        continue;
      }
      const AffineColumn& affine = layout_.columns[at(column)];
      term.b += coefficient * affine.constant;
      for (const auto& [variable, factor] : affine.parts)
        all.emplace_back(variable, coefficient * factor);
    }
    std::ranges::stable_sort(all, {}, &Coefficients::value_type::first);
    all.insert(all.end(), slack.begin(), slack.end());
    for (const auto& [variable, coefficient] : all) {
      if (!term.variables.empty() && term.variables.back() == variable) {
        term.a.back() += coefficient;
      } else {
        term.variables.push_back(variable);
        term.a.push_back(coefficient);
      }
    }
    squares_.push_back(std::move(term));
  }

  std::size_t capacities() const {
    return static_cast<std::size_t>(
        std::ranges::count(program_.rows, RowKind::capacity, &Row::kind));
  }

  static Wide load_of(const Sum& sum) {
    Wide load = sum.rhs < 0 ? -Wide{sum.rhs} : Wide{sum.rhs};
    for (const auto& [column, value] : sum.entries) load += value < 0 ? -Wide{value} : Wide{value};
    return load;
  }

  void require_exact() const {
    Wide total = 0;
    if (hints_.total_objective) {
      total = *hints_.total_objective;
    } else {
      const auto add = [&](std::int64_t value) { total += value < 0 ? -Wide{value} : Wide{value}; };
      add(program_.objective_constant);
      for (const Column& column : program_.columns) add(column.objective);
      program_.pairs.for_each_pair(
          [&](Index, Index, auto q) { add(static_cast<std::int64_t>(q)); });
    }
    if (total > exact_double_limit || largest_load_ > exact_double_limit)
      throw InvalidInstance(fmt::format(
          "{}: {} beyond 2^53 cannot be held exactly in a QUBO; divide by a common factor",
          program_.name, largest_load_ > exact_double_limit ? "loads" : "profits"));
  }

  // Minus the objective, plus prices. Column by column.
  std::vector<double> column_energies() const {
    std::vector<double> linear(program_.columns.size());
    for (const auto& [sum, price] : prices_)
      for (const auto& [column, value] : sum.entries)
        linear[at(column)] += price * static_cast<double>(value);
    for (std::size_t c = 0; c < linear.size(); ++c)
      linear[c] = linear[c] + price_of_column_ - static_cast<double>(program_.columns[c].objective);
    return linear;
  }

  QuadraticForm write_objective() {
    QuadraticForm form;
    form.constant = constant_ - static_cast<double>(program_.objective_constant);
    const std::vector<double> energies = column_energies();
    if (native_) set_inequality(form);
    if (layout_.direct()) {
      form.linear = energies;
      if (products_.empty() && program_.pairs.size() == program_.size()) {
        form.unit = -1;
        form.pairs = program_.pairs;
        add_group_penalties(form, nullptr);
        return form;
      }
    } else {
      form.linear.assign(at(layout_.variables), 0.0);
      for (Index c = 0; c < program_.size(); ++c) add_linear(form, c, energies[at(c)]);
    }
    SymmetricRowsBuilder pairs(layout_.variables);
    program_.pairs.for_each_pair(
        [&](Index i, Index j, auto q) { add_product(form, pairs, i, j, -static_cast<double>(q)); });
    for (const auto& [i, j, strength] : products_) add_product(form, pairs, i, j, strength);
    add_group_penalties(form, &pairs);
    form.pairs = std::move(pairs).finish();
    return form;
  }

  void set_inequality(QuadraticForm& form) const {
    if (!layout_.direct())
      throw UsageError(
          "--encoding: 'native' keeps a row as it is, so groups need a bit per label: "
          "choose the group encoding 'onehot' or 'native'");
    Inequality& limit = form.inequality.emplace();
    limit.weights.assign(program_.columns.size(), 0.0);
    for (const auto& [column, value] : native_->entries)
      limit.weights[at(column)] = static_cast<double>(value);
    limit.bound = static_cast<double>(native_->rhs);
  }

  void add_linear(QuadraticForm& form, Index column, double factor) const {
    const AffineColumn& affine = layout_.columns[at(column)];
    form.constant += factor * affine.constant;
    for (const auto& [variable, part] : affine.parts) form.linear[at(variable)] += factor * part;
  }

  void add_product(QuadraticForm& form, SymmetricRowsBuilder& pairs, Index i, Index j,
                   double factor) const {
    if (layout_.direct()) {
      pairs.add(i, j, factor);
      return;
    }
    const AffineColumn& first = layout_.columns[at(i)];
    const AffineColumn& second = layout_.columns[at(j)];
    form.constant += factor * first.constant * second.constant;
    for (const auto& [variable, part] : first.parts)
      form.linear[at(variable)] += factor * part * second.constant;
    for (const auto& [variable, part] : second.parts)
      form.linear[at(variable)] += factor * part * first.constant;
    for (const auto& [u, a] : first.parts)
      for (const auto& [v, b] : second.parts) {
        if (u == v)  // a bit is its own square
          form.linear[at(u)] += factor * a * b;
        else
          pairs.add(u, v, factor * a * b);
      }
  }

  // pairs is null where the encoding has squares only.
  void add_group_penalties(QuadraticForm& form, SymmetricRowsBuilder* pairs) {
    for (std::size_t g = 0; g < layout_.groups.size(); ++g) {
      GroupPenalty penalty{.strength = request_.strength * strengths_.groups[g]};
      group_encoding_.penalise(layout_.groups[g].columns.size, layout_.groups[g].bits.first,
                               penalty);
      for (const auto& [variable, value] : penalty.linear) form.linear[at(variable)] += value;
      for (const auto& [u, v, value] : penalty.pairs) pairs->add(u, v, value);
      for (SquaredTerm& square : penalty.squares) squares_.push_back(std::move(square));
    }
  }

  std::vector<Group> listed_groups() const {
    std::vector<Group> listed;
    if (group_encoding_.of_columns)
      for (const EncodedGroup& group : layout_.groups) listed.push_back(group.bits);
    return listed;
  }

  const Program& program_;
  const FormulationRequest& request_;
  const ProgramHints& hints_;
  const Encoding& encoding_;
  const GroupEncoding& group_encoding_;
  ColumnLayout layout_;
  Weight size_;  // variables so far
  PenaltyStrengths strengths_;
  double constant_ = 0;
  double price_of_column_ = 0;
  Wide largest_load_ = 0;
  std::vector<std::pair<Sum, double>> prices_;
  std::optional<Sum> native_;
  std::vector<std::tuple<Index, Index, double>> products_;  // of conflicts
  std::vector<SquaredTerm> squares_;
  std::vector<RowSlack> slacks_;
};

}  // namespace

ProgramFormulation formulate(const Program& program, const FormulationRequest& request,
                             const ProgramHints& hints) {
  if (!(request.strength > 0) || !std::isfinite(request.strength))
    throw UsageError(fmt::format("--lambda: expected a number > 0, found {}", request.strength));
  if (request.bound < 0 && request.bound != whole_slack)
    throw UsageError(fmt::format("--bound: expected an integer >= 0, found {}", request.bound));
  return Writer(program, request, hints).write();
}

Bits ProgramFormulation::decode(BitView sample) const {
  if (group_encoding->of_columns || groups.empty()) {
    const BitView part = sample.first(at(columns));
    return {part.begin(), part.end()};
  }
  Bits decoded;
  decoded.reserve(at(columns));
  auto group = groups.begin();
  for (Index variable = 0; static_cast<Index>(decoded.size()) < columns;) {
    if (group != groups.end() && static_cast<Index>(decoded.size()) == group->columns.first) {
      const BitView bits = sample.subspan(at(group->bits.first), at(group->bits.size));
      for (Index label = 0; label < group->columns.size; ++label)
        decoded.push_back(group_encoding->names(bits, label, group->columns.size) ? 1 : 0);
      variable = group->bits.end();
      ++group;
    } else {
      decoded.push_back(sample[at(variable++)]);
    }
  }
  return decoded;
}

}  // namespace spinsack
