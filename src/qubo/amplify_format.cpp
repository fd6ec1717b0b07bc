// SPDX-License-Identifier: Apache-2.0
#include "qubo/amplify_format.hpp"

#include "core/text_reader.hpp"
#include "qubo/request_json.hpp"
#include "qubo/request_text.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace spinsack {
namespace {

// [i, j, q], [i, q] or [c]: how many numbers there are is known at the bracket, what the first ones mean is then too.
void read_amplify_term(JsonReader& json, PolynomialTerms& terms) {
  std::size_t count = 0;
  JsonReader ahead = json;
  ahead.enter_list("a term, a list of numbers");
  for (; ahead.next_value(); ++count) {
    if (count == 3) ahead.fail_at(ahead.next(), "expected at most three numbers in a term");
    static_cast<void>(ahead.real("a number"));
  }
  if (count == 0) ahead.fail("expected a term [i, j, q], [i, q] or [c], found an empty list");
  std::vector<Index> variables;
  json.enter_list("a term");
  while (json.next_value() && variables.size() + 1 < count)
    variables.push_back(json_variable(json));
  terms.add(variables, json_coefficient(json));
  static_cast<void>(json.next_value());
}

}  // namespace

bool detect_amplify(std::string_view text) { return json_model_format(text) == "amplify"; }

QuadraticForm read_amplify(const InputFile& file) {
  JsonReader json(file.name, file.text);
  PolynomialTerms terms;
  bool polynomial = false;
  bool constant = false;
  json.enter_object("a JSON object");
  for (std::string key; json.next_key(key);) {
    const auto once = [&](bool& seen) {
      if (seen) json.fail(fmt::format("expected each key once, found {} again", quote(key)));
      seen = true;
    };
    if (key == "polynomial") {
      once(polynomial);
      json.enter_list("a list of terms");
      while (json.next_value()) read_amplify_term(json, terms);
    } else if (key == "constant") {
      once(constant);
      terms.add({}, json_coefficient(json));
    } else if (key == "matrix" || key == "constraints") {
      json.fail(fmt::format("expected the model as 'polynomial' alone, found '{}'", key));
    } else {
      json.skip();
    }
  }
  if (!polynomial) json.fail("expected 'polynomial' in the object");
  json.end("the object");
  if (terms.empty()) json.fail_at(0, "expected at least one variable in 'polynomial'");
  return std::move(terms).finish();
}

void write_amplify(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  if (form.vartype == Vartype::spin) return write_amplify(to_binary(form), notes, out);
  require_variables(form);
  RequestText text(out);
  text.put("{\"polynomial\":[");
  std::string row;
  bool first = true;
  const auto term = [&](Index j, double value) {
    text.put(first ? std::string_view(row).substr(1) : std::string_view(row));
    text.integer(j);
    text.put(",");
    text.real(value);
    text.put("]");
    first = false;
  };
  for (Index i = 0; i < form.size(); ++i) {
    row = fmt::format(",[{},", i);
    // The last variable says how many there are, so it is always named.
    if (form.linear[at(i)] != 0 || i + 1 == form.size()) term(i, form.linear[at(i)]);
    form.pairs.for_each_in_row(i, [&](Index j, auto value) {
      const double coupling = form.unit * static_cast<double>(value);
      if (j > i && coupling != 0) term(j, coupling);
    });
  }
  text.put("],\"constant\":");
  text.real(form.constant);
  text.put("}\n");
  text.flush();
}

}  // namespace spinsack
