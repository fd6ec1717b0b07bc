// SPDX-License-Identifier: Apache-2.0
#include "record/recorded_facts.hpp"

#include "core/decimal.hpp"
#include "core/params.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace spinsack {
namespace {

constexpr std::string_view digits_fact = "value_digits";
constexpr std::string_view minimised_fact = "minimised";

double number_of(std::string_view text) {
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

double rounded_percents(double density) {
  const double percent = 100 * density;
  if (percent >= 0.95) return std::round(percent);
  if (percent <= 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(percent)));
  return std::round(percent / unit) * unit;
}

}  // namespace

std::string ValueForm::text(Profit value) const {
  return format_decimal(minimised ? -value : value, digits);
}

double ValueForm::number(double value) const {
  return (minimised ? -value : value) / std::pow(10.0, digits);
}

ValueForm value_form(const InstanceRecord& instance) {
  ValueForm form;
  for (const auto& [name, text] : instance.facts) {
    // Of a damaged or foreign record any number may be there.
    if (name == digits_fact) form.digits = static_cast<int>(std::clamp(number_of(text), 0.0, 18.0));
    if (name == minimised_fact) form.minimised = number_of(text) != 0;
  }
  return form;
}

void note_value_form(const ValueForm& form, InstanceRecord& instance) {
  if (instance.is_knapsack()) return;
  if (form.digits != 0) instance.facts.emplace_back(digits_fact, std::to_string(form.digits));
  if (form.minimised) instance.facts.emplace_back(minimised_fact, "1");
}

std::vector<std::pair<std::string, std::string>> recorded_facts(const InstanceRecord& instance) {
  if (instance.is_knapsack())
    return {{"n", params::to_text(std::int64_t{instance.n})},
            {"density", params::to_text(instance.density)},
            {"tightness", params::to_text(instance.tightness)}};
  auto facts = instance.facts;
  std::erase_if(facts, [](const auto& fact) {
    return fact.first == digits_fact || fact.first == minimised_fact;
  });
  return facts;
}

GroupFact group_fact(const InstanceRecord& instance) {
  if (instance.is_knapsack()) return {"d", rounded_percents(instance.density)};
  if (instance.facts.size() < 2) return {};
  const auto& [name, text] = instance.facts[1];
  if (name == "density") return {"d", rounded_percents(number_of(text))};
  return {name, number_of(text)};
}

}  // namespace spinsack
