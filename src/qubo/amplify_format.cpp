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

// {"left": terms, "op": "LE", "right": number}, all terms linear.
void read_condition(JsonReader& json, LimitTerms& limit) {
  std::string op;
  bool left = false;
  bool right = false;
  const std::size_t place = json.next();
  json.enter_object("a condition, an object");
  for (std::string key; json.next_key(key);) {
    if (key == "left") {
      left = true;
      json.enter_list("a list of terms");
      while (json.next_value()) limit.add_list(json);
    } else if (key == "op") {
      op = json.text("an operator");
      if (op != "LE") json.fail(fmt::format("expected the operator 'LE', found {}", quote(op)));
    } else if (key == "right") {
      right = true;
      limit.bound += json_coefficient(json);
    } else {
      json.skip();
    }
  }
  if (!left || !right || op.empty())
    json.fail_at(place, "expected 'left', 'op' and 'right' in the condition");
}

// The one inequality that a model of ours has. Its penalty is for the search of the machine, and says nothing more.
void read_constraints(JsonReader& json, LimitTerms& limit) {
  json.enter_list("a list of constraints");
  while (json.next_value()) {
    if (limit.seen) json.fail_at(json.next(), "expected one constraint, found more");
    const std::size_t place = json.next();
    json.enter_object("a constraint, an object");
    for (std::string key; json.next_key(key);) {
      if (key != "condition") {
        json.skip();
        continue;
      }
      if (limit.seen) json.fail("expected each key once, found 'condition' again");
      limit.seen = true;
      read_condition(json, limit);
    }
    if (!limit.seen) json.fail_at(place, "expected 'condition' in the constraint");
  }
}

// The machine wants beside the condition a polynomial that guides its search, and tunes the multiplier itself. Without
// slack bits that is the square (weights . x - bound)^2.
void write_constraints(const Inequality& limit, RequestText& text) {
  text.put(R"(,"constraints":[{"condition":{"left":[)");
  const auto& w = limit.weights;
  const auto n = static_cast<Index>(w.size());
  bool first = true;
  const auto begin = [&](Index i) {
    text.put(first ? "[" : ",[");
    first = false;
    text.integer(i);
    text.put(",");
  };
  const auto end = [&](double value) {
    text.real(value);
    text.put("]");
  };
  for (Index i = 0; i < n; ++i)
    if (w[at(i)] != 0) {
      begin(i);
      end(w[at(i)]);
    }
  text.put(R"(],"op":"LE","right":)");
  text.real(limit.bound);
  text.put(R"(},"penalty":[[)");
  end(limit.bound * limit.bound);
  first = false;
  for (Index i = 0; i < n; ++i) {
    if (w[at(i)] == 0) continue;
    begin(i);
    end(w[at(i)] * (w[at(i)] - 2 * limit.bound));
    for (Index j = i + 1; j < n; ++j) {
      if (w[at(j)] == 0) continue;
      begin(i);
      text.integer(j);
      text.put(",");
      end(2 * w[at(i)] * w[at(j)]);
    }
  }
  text.put(R"(],"multiplier":1}])");
}

}  // namespace

bool detect_amplify(std::string_view text) { return json_model_format(text) == "amplify"; }

QuadraticForm read_amplify(const InputFile& file) {
  JsonReader json(file.name, file.text);
  PolynomialTerms terms;
  bool polynomial = false;
  bool constant = false;
  bool constraints = false;
  LimitTerms limit;
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
    } else if (key == "constraints") {
      once(constraints);
      read_constraints(json, limit);
    } else if (key == "matrix") {
      json.fail("expected the model as 'polynomial', found 'matrix'");
    } else {
      json.skip();
    }
  }
  if (!polynomial) json.fail("expected 'polynomial' in the object");
  json.end("the object");
  if (terms.empty()) json.fail_at(0, "expected at least one variable in 'polynomial'");
  QuadraticForm form = std::move(terms).finish();
  limit.add_to(form, json);
  return form;
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
  if (form.inequality) write_constraints(*form.inequality, text);
  text.put("}\n");
  text.flush();
}

}  // namespace spinsack
