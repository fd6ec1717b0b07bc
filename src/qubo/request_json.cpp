// SPDX-License-Identifier: Apache-2.0
#include "qubo/request_json.hpp"

#include "core/error.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace spinsack {

std::string_view json_model_format(std::string_view text) {
  JsonReader json({}, text);
  if (json.peek() != JsonReader::Kind::object) return {};
  try {
    json.enter_object("an object");
    for (std::string key; json.next_key(key); json.skip()) {
      if (key == "polynomial" || key == "matrix" || key == "constraints") return "amplify";
      if (key == "binary_polynomial") return "da";
      if (key == "version" || key == "variable_ids" || key == "variable_domain") return "bqpjson";
    }
  } catch (const InputError&) {
    // Damaged before anything tells; whoever reads it will say where.
  }
  return "bqpjson";
}

void PolynomialTerms::add(const std::vector<Index>& variables, double coefficient) {
  if (variables.empty()) {
    constant_ += coefficient;
    return;
  }
  terms_.push_back({variables.front(), variables.back(), coefficient});
  size_ = std::max({size_, variables.front() + 1, variables.back() + 1});
}

QuadraticForm PolynomialTerms::finish() && {
  TermSum sum(size_);
  for (const Term& term : terms_) sum.add(term);
  return std::move(sum).finish(Vartype::binary, constant_);
}

void LimitTerms::add(const std::vector<Index>& variables, double coefficient,
                     const JsonReader& json) {
  if (variables.size() > 1)
    json.fail("expected a linear term in the inequality, found a product of two variables");
  if (variables.empty())
    bound -= coefficient;
  else
    weights[variables.front()] += coefficient;
}

void LimitTerms::add_list(JsonReader& json) {
  std::vector<double> numbers;
  json.enter_list("a term, a list of numbers");
  const std::size_t place = json.last();
  while (json.next_value()) numbers.push_back(json_coefficient(json));
  if (numbers.empty() || numbers.size() > 2 ||
      (numbers.size() == 2 &&
       (numbers[0] < 0 || numbers[0] >= max_variables || std::trunc(numbers[0]) != numbers[0])))
    json.fail_at(place, "expected a linear term [i, w] or [c] in the inequality");
  std::vector<Index> variables;
  if (numbers.size() == 2) variables.push_back(static_cast<Index>(numbers[0]));
  add(variables, numbers.back(), json);
}

void LimitTerms::add_to(QuadraticForm& form, const JsonReader& json) const {
  if (!seen) return;
  Inequality& limit = form.inequality.emplace();
  limit.bound = bound;
  limit.weights.resize(form.linear.size());
  for (const auto& [variable, weight] : weights) {
    if (variable >= form.size())
      json.fail_at(0, fmt::format("expected variables below {} in the inequality, found {}",
                                  form.size(), variable));
    limit.weights[at(variable)] = weight;
  }
}

Index json_variable(JsonReader& json) {
  return static_cast<Index>(json.integer("a variable", 0, max_variables - 1));
}

double json_coefficient(JsonReader& json) {
  const double value = json.real("a coefficient");
  if (!(std::fabs(value) <= largest_coefficient))
    json.fail(fmt::format("expected a coefficient of at most {:g} in magnitude, found {:g}",
                          largest_coefficient, value));
  return value;
}

}  // namespace spinsack
