// SPDX-License-Identifier: Apache-2.0
#include "qubo/da_format.hpp"

#include "core/text_reader.hpp"
#include "qubo/request_json.hpp"
#include "qubo/request_text.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace spinsack {
namespace {

// Both members have a long name too.
bool is_coefficient(std::string_view key) { return key == "c" || key == "coefficient"; }
bool is_product(std::string_view key) { return key == "p" || key == "polynomials"; }

void read_da_term(JsonReader& json, std::string& key, PolynomialTerms& terms) {
  bool coefficient = false;
  bool product = false;
  double value = 0;
  std::vector<Index> variables;
  const std::size_t place = json.next();
  json.enter_object("a term, an object");
  while (json.next_key(key)) {
    if (is_coefficient(key) ? coefficient : is_product(key) && product)
      json.fail(fmt::format("expected each key once, found {} again", quote(key)));
    if (is_coefficient(key)) {
      coefficient = true;
      value = json_coefficient(json);
    } else if (is_product(key)) {
      product = true;
      json.enter_list("a list of variables");
      while (json.next_value()) {
        if (variables.size() == 2)
          json.fail_at(json.next(), "expected at most two variables in a term");
        variables.push_back(json_variable(json));
      }
    } else {
      json.skip();
    }
  }
  if (!coefficient || !product)
    json.fail_at(place, fmt::format("expected '{}' in the term", coefficient ? "p" : "c"));
  terms.add(variables, value);
}

void read_polynomial(JsonReader& json, PolynomialTerms& terms) {
  bool seen = false;
  std::string key;
  json.enter_object("an object with 'terms'");
  while (json.next_key(key)) {
    if (key != "terms") {
      json.skip();
      continue;
    }
    if (seen) json.fail("expected each key once, found 'terms' again");
    seen = true;
    json.enter_list("a list of terms");
    while (json.next_value()) read_da_term(json, key, terms);
  }
  if (!seen) json.fail("expected 'terms' in the polynomial");
}

}  // namespace

bool detect_da(std::string_view text) { return json_model_format(text) == "da"; }

QuadraticForm read_da(const InputFile& file) {
  JsonReader json(file.name, file.text);
  PolynomialTerms terms;
  bool polynomial = false;
  json.enter_object("a JSON object");
  for (std::string key; json.next_key(key);) {
    if (key == "binary_polynomial") {
      if (polynomial) json.fail("expected each key once, found 'binary_polynomial' again");
      polynomial = true;
      read_polynomial(json, terms);
    } else if (key == "penalty_binary_polynomial" || key == "inequalities") {
      json.fail(fmt::format("expected the model as 'binary_polynomial' alone, found '{}'", key));
    } else {
      json.skip();
    }
  }
  if (!polynomial) json.fail("expected 'binary_polynomial' in the object");
  json.end("the object");
  if (terms.empty()) json.fail_at(0, "expected at least one variable in 'terms'");
  return std::move(terms).finish();
}

void write_da(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  if (form.vartype == Vartype::spin) return write_da(to_binary(form), notes, out);
  require_variables(form);
  RequestText text(out);
  text.put(R"({"binary_polynomial":{"terms":[)");
  bool first = true;
  const auto begin = [&](double value) {
    text.put(first ? "{\"c\":" : ",{\"c\":");
    text.real(value);
    text.put(",\"p\":[");
    first = false;
  };
  if (form.constant != 0) {
    begin(form.constant);
    text.put("]}");
  }
  for (Index i = 0; i < form.size(); ++i) {
    begin(form.linear[at(i)]);
    text.integer(i);
    text.put("]}");
    const std::string row = fmt::format("{},", i);
    form.pairs.for_each_in_row(i, [&](Index j, auto value) {
      const double coupling = form.unit * static_cast<double>(value);
      if (j <= i || coupling == 0) return;
      begin(coupling);
      text.put(row);
      text.integer(j);
      text.put("]}");
    });
  }
  text.put("]}}\n");
  text.flush();
}

}  // namespace spinsack
