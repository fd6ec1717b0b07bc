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

template <class Take>
void read_da_term(JsonReader& json, std::string& key, const Take& take) {
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
  take(variables, value);
}

template <class Take>
void read_polynomial(JsonReader& json, const Take& take) {
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
    while (json.next_value()) read_da_term(json, key, take);
  }
  if (!seen) json.fail("expected 'terms' in the polynomial");
}

// One inequality: its terms sum up to at most 0.
void write_inequality(const Inequality& limit, RequestText& text) {
  text.put(R"(,"inequalities":[{"terms":[{"c":)");
  text.real(-limit.bound);
  text.put(R"(,"p":[]})");
  for (std::size_t i = 0; i < limit.weights.size(); ++i) {
    if (limit.weights[i] == 0) continue;
    text.put(R"(,{"c":)");
    text.real(limit.weights[i]);
    text.put(R"(,"p":[)");
    text.integer(static_cast<Index>(i));
    text.put("]}");
  }
  text.put(R"(],"lambda":1}])");
}

}  // namespace

bool detect_da(std::string_view text) { return json_model_format(text) == "da"; }

QuadraticForm read_da(const InputFile& file) {
  JsonReader json(file.name, file.text);
  PolynomialTerms terms;
  bool polynomial = false;
  LimitTerms limit;
  json.enter_object("a JSON object");
  for (std::string key; json.next_key(key);) {
    if (key == "binary_polynomial") {
      if (polynomial) json.fail("expected each key once, found 'binary_polynomial' again");
      polynomial = true;
      read_polynomial(json, [&](const std::vector<Index>& variables, double value) {
        terms.add(variables, value);
      });
    } else if (key == "inequalities") {
      json.enter_list("a list of inequalities");
      while (json.next_value()) {
        if (limit.seen) json.fail_at(json.next(), "expected one inequality, found more");
        limit.seen = true;
        read_polynomial(json, [&](const std::vector<Index>& variables, double value) {
          limit.add(variables, value, json);
        });
      }
    } else if (key == "penalty_binary_polynomial") {
      json.fail(fmt::format("expected the model as 'binary_polynomial', found '{}'", key));
    } else {
      json.skip();
    }
  }
  if (!polynomial) json.fail("expected 'binary_polynomial' in the object");
  json.end("the object");
  if (terms.empty()) json.fail_at(0, "expected at least one variable in 'terms'");
  QuadraticForm form = std::move(terms).finish();
  limit.add_to(form, json);
  return form;
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
  text.put("]}");
  if (form.inequality) write_inequality(*form.inequality, text);
  text.put("}\n");
  text.flush();
}

}  // namespace spinsack
