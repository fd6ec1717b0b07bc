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
