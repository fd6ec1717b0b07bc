// SPDX-License-Identifier: Apache-2.0
#include "formulation/strength.hpp"

#include "core/error.hpp"
#include "core/portable_math.hpp"
#include "core/text_reader.hpp"
#include "formulation/strength_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace spinsack {
namespace {

double mean_pair_profit(const QkpInstance& instance) {
  const double n = instance.size();
  if (n < 2) return 0;
  double sum = 0;
  instance.pair_profits().for_each_pair(
      [&](Index, Index, auto value) { sum += static_cast<double>(value); });
  return sum / (n * (n - 1) / 2);
}

// The single strength of auto.
double automatic_strength(const QkpInstance& instance, StrengthUnit unit) {
  const double strength = unit == StrengthUnit::load ? 10 * critical_strength(instance)
                                                     : 8 * mean_pair_profit(instance) / 2;
  return strength > 0 ? nearest_power_of_two(strength) : 1;
}

// The rules of the paper divide by the tightness and multiply by the density.
bool scalable(const QkpInstance& instance) {
  return instance.capacity() > 0 && instance.density() > 0;
}

double paper_scale(const QkpInstance& instance) {
  return instance.density() * std::sqrt(1 / instance.tightness());
}

// The paper's scale for its own instances, whose critical strength is 0.039 times the density, in units that suit
// any weights and profits.
double load_unit(const QkpInstance& instance) {
  return 25.6 * critical_strength(instance) * std::sqrt(1 / instance.tightness());
}

// The strengths of auto, in turn.
std::vector<double> automatic_strengths(const QkpInstance& instance, const StrengthSpread& spread) {
  const bool of_load = spread.unit == StrengthUnit::load;
  const double pairs = mean_pair_profit(instance);
  if (pairs <= 0 || (of_load && !scalable(instance)))
    return {automatic_strength(instance, spread.unit)};
  std::vector<double> strengths;
  for (const double factor : spread.factors)
    strengths.push_back(factor * (of_load ? load_unit(instance) : pairs / 2));
  return strengths;
}

// The largest rise and fall that a flip of one item can bring, of the objective and of the constraint function.
struct LargestChange {
  double up = 0;
  double down = 0;
};

std::vector<LargestChange> objective_changes(const QkpInstance& instance) {
  std::vector<LargestChange> changes;
  for (const Profit p : instance.profits())
    changes.push_back({-static_cast<double>(p), static_cast<double>(p)});
  instance.pair_profits().for_each_pair([&](Index i, Index j, auto value) {
    const auto p = static_cast<double>(value);
    for (const Index item : {i, j})
      (p > 0 ? changes[at(item)].down : changes[at(item)].up) += std::fabs(p);
  });
  return changes;
}

std::vector<LargestChange> constraint_changes(const QkpInstance& instance) {
  const auto capacity = static_cast<double>(instance.capacity());
  const double rest = static_cast<double>(instance.total_weight()) - capacity;
  std::vector<LargestChange> changes;
  for (const Weight weight : instance.weights()) {
    const auto w = static_cast<double>(weight);
    changes.push_back({w * (2 * rest - w), w * (2 * capacity - w)});
  }
  return changes;
}

double verma_lewis(const QkpInstance& instance) {
  double largest = 0;
  for (const LargestChange& change : objective_changes(instance))
    largest = std::max({largest, change.up, change.down});
  return largest;
}

double objective_by_constraint(const QkpInstance& instance) {  // MOMC
  double least = std::numeric_limits<double>::infinity();
  for (const LargestChange& change : constraint_changes(instance))
    for (const double size : {change.up, change.down})
      if (size > 0) least = std::min(least, size);
  return std::max(1.0, verma_lewis(instance) / least);
}

double objective_by_constraint_of_items(const QkpInstance& instance) {  // MOC
  const std::vector<LargestChange> objective = objective_changes(instance);
  const std::vector<LargestChange> constraint = constraint_changes(instance);
  double largest = 1;
  for (std::size_t i = 0; i < objective.size(); ++i) {
    if (constraint[i].up > 0) largest = std::max(largest, objective[i].up / constraint[i].up);
    if (constraint[i].down > 0) largest = std::max(largest, objective[i].down / constraint[i].down);
  }
  return largest;
}

double sum_of_coefficients(const QkpInstance& instance) {
  double sum = 0;
  for (const Profit p : instance.profits()) sum += std::fabs(static_cast<double>(p));
  instance.pair_profits().for_each_pair(
      [&](Index, Index, auto value) { sum += std::fabs(static_cast<double>(value)); });
  return sum;
}

// Rules that give one number for an instance.
struct StrengthRule {
  std::string_view name;
  double (*strength)(const QkpInstance& instance);
};
constexpr std::array literature_rules{
    StrengthRule{"vlm", verma_lewis},
    StrengthRule{"momc", objective_by_constraint},
    StrengthRule{"moc", objective_by_constraint_of_items},
    StrengthRule{"ub", sum_of_coefficients},
};

}  // namespace

double critical_strength(const QkpInstance& instance) {
  const double mean_weight = static_cast<double>(instance.total_weight()) / instance.size();
  return std::max(0.0, mean_pair_profit(instance) / (2 * mean_weight * mean_weight));
}

std::vector<double> parse_strengths(const QkpInstance& instance, std::string_view text,
                                    const Encoding& encoding) {
  const StrengthUnit unit = encoding.spread.unit;
  if (unit == StrengthUnit::none) {
    if (text != "auto")
      throw UsageError(
          fmt::format("--lambda: expected auto with encoding '{}', which has no "
                      "penalty, found {}",
                      encoding.name, quote(text)));
    return {};
  }
  std::optional<std::vector<double>> values;
  const auto* const rule = std::ranges::find(literature_rules, text, &StrengthRule::name);
  if (text == "auto") {
    values = automatic_strengths(instance, encoding.spread);
  } else if (rule != literature_rules.end()) {
    const double strength = rule->strength(instance);  // 0 where there is no profit at all
    values = {strength > 0 ? strength : automatic_strength(instance, unit)};
  } else if (text == "regression") {
    values = {scalable(instance) ? 1.14 * portable_pow(instance.size(), 0.09) *
                                       portable_pow(instance.density(), 0.84) *
                                       portable_pow(instance.tightness(), -0.21)
                                 : automatic_strength(instance, unit)};
  } else if (text.starts_with("scale:")) {
    values = strength_scales(text.substr(6));
    const double scale =
        scalable(instance) ? paper_scale(instance) : automatic_strength(instance, unit);
    if (values)
      for (double& value : *values) value *= scale;
  } else if (text.starts_with("2^")) {
    values = powers_of_two(text);
  } else if (const auto value = strength_number(text)) {
    values = {*value};
  }
  if (!values)
    throw UsageError(fmt::format(
        "--lambda: expected a number > 0, a power of two such as 2^-3, a range such as "
        "2^-6..2^7, scale:3, scale:1..20, regression, vlm, momc, moc, ub or auto, found {}",
        quote(text)));
  for (const double value : *values)
    if (!(value > 0) || !std::isfinite(value))
      throw UsageError(
          fmt::format("--lambda: expected a rule that gives numbers > 0, found {}, which gives {}",
                      quote(text), value));
  return *values;
}

double parse_strength(const QkpInstance& instance, std::string_view text,
                      const Encoding& encoding) {
  if (text == "auto" && encoding.spread.unit != StrengthUnit::none)
    return automatic_strength(instance, encoding.spread.unit);
  const std::vector<double> values = parse_strengths(instance, text, encoding);
  if (values.empty()) return 1;  // of nothing
  if (values.size() != 1)
    throw UsageError(fmt::format("--lambda: expected one strength, found the {} of {}",
                                 values.size(), quote(text)));
  return values.front();
}

}  // namespace spinsack
