// SPDX-License-Identifier: Apache-2.0
// What the JSON formats for models share, above all those that are bodies of requests to machines.
#pragma once

#include "core/json_reader.hpp"
#include "core/types.hpp"
#include "qubo/quadratic_form.hpp"
#include "qubo/term_sum.hpp"

#include <map>
#include <string_view>
#include <vector>

namespace spinsack {

// The format that the first telling name at the top of a JSON object belongs to: "amplify", "da" or "bqpjson", which
// any other object is taken for. Empty if the text is no object. Never throws.
[[nodiscard]] std::string_view json_model_format(std::string_view text);

// The terms of a polynomial of bits, of which the number of variables is known in the end only.
class PolynomialTerms {
 public:
  // A list of variables, such as [3, 5], and the coefficient of their product: none, one or two; [3, 3] is 3 alone.
  void add(const std::vector<Index>& variables, double coefficient);
  bool empty() const { return size_ == 0; }
  [[nodiscard]] QuadraticForm finish() &&;

 private:
  Index size_ = 0;
  double constant_ = 0;
  std::vector<Term> terms_;
};

// An inequality as it is read: linear terms and what they may sum up to.
struct LimitTerms {
  std::map<Index, double> weights;
  double bound = 0;
  bool seen = false;

  void add(const std::vector<Index>& variables, double coefficient, const JsonReader& json);
  void add_list(JsonReader& json);  // [i, w] or [c], a constant on the left
  // Once all is read. Variables that the form does not have are an error.
  void add_to(QuadraticForm& form, const JsonReader& json) const;
};

// The next value, a variable, or a coefficient within the limits of all formats.
Index json_variable(JsonReader& json);
double json_coefficient(JsonReader& json);

}  // namespace spinsack
