// SPDX-License-Identifier: Apache-2.0
#include "qubo/squares_file.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace spinsack {
namespace {

SquaredTerm read_square(JsonReader& json) {
  SquaredTerm square;
  bool strength = false;
  bool offset = false;
  bool variables = false;
  bool factors = false;
  const std::size_t place = json.next();
  const auto once = [&](bool& seen, std::string_view key) {
    if (seen) json.fail(fmt::format("expected each key once, found '{}' again", key));
    seen = true;
  };
  json.enter_object("a square, an object");
  for (std::string key; json.next_key(key);) {
    if (key == "strength") {
      once(strength, key);
      square.strength = json.real("a strength");
    } else if (key == "b") {
      once(offset, key);
      square.b = json.real("a number");
    } else if (key == "variables") {
      once(variables, key);
      json.enter_list("a list of variables");
      while (json.next_value())
        square.variables.push_back(static_cast<Index>(
            json.integer("a variable", 0, std::numeric_limits<Index>::max() - 1)));
    } else if (key == "a") {
      once(factors, key);
      json.enter_list("a list of numbers, one for each of the variables");
      while (json.next_value()) square.a.push_back(json.real("a number"));
    } else {
      json.skip();
    }
  }
  if (!strength || !offset || !variables || !factors)
    json.fail_at(place, "expected 'strength', 'b', 'variables' and 'a' in the square");
  if (square.a.size() != square.variables.size())
    json.fail_at(place, fmt::format("expected as many numbers in 'a' as 'variables', {}, found {}",
                                    square.variables.size(), square.a.size()));
  if (std::ranges::adjacent_find(square.variables, std::greater_equal()) != square.variables.end())
    json.fail_at(place, "expected 'variables' in ascending order");
  return square;
}

}  // namespace

void write_squares(const QuboModel& model, TextWriter& out) {
  out.text(fmt::format(R"({{"size": {}, "squares": [)", model.size()));
  const char* between = "";
  const auto list = [&](const auto& values, auto&& text_of) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (k > 0) out.text(", ");
      out.text(text_of(values[k]));
    }
  };
  for (const SquaredTerm& square : model.penalties()) {
    out.text(fmt::format(R"({}{{"strength": {}, "b": {}, "variables": [)", between,
                         json_number(square.strength), json_number(square.b)));
    list(square.variables, [](Index v) { return std::to_string(v); });
    out.text(R"(], "a": [)");
    list(square.a, [](double a) { return json_number(a); });
    out.text("]}");
    between = ", ";
  }
  out.text("]}\n");
}

QuboModel with_squares(QuadraticForm form, const InputFile& file) {
  JsonReader json(file.name, file.text);
  std::vector<SquaredTerm> squares;
  if (form.vartype != Vartype::binary)
    json.fail_at(0, "expected a model of 0/1 variables to add squares to, found one of spins");
  Index size = -1;
  Index last = -1;  // variable of all squares
  json.enter_object("an object with 'size' and 'squares'");
  for (std::string key; json.next_key(key);) {
    if (key == "size") {
      size = static_cast<Index>(
          json.integer("the number of variables", 1, std::numeric_limits<Index>::max()));
    } else if (key == "squares") {
      json.enter_list("a list of squares");
      while (json.next_value()) {
        squares.push_back(read_square(json));
        const std::vector<Index>& variables = squares.back().variables;
        if (!variables.empty()) last = std::max(last, variables.back());
      }
    } else {
      json.skip();
    }
  }
  json.end("the object");
  if (squares.empty()) json.fail_at(0, "expected at least one square in 'squares', found none");
  const Index least = std::max(form.size(), last + 1);
  if (size < least)
    json.fail_at(0,
                 fmt::format("expected a 'size' of at least {}, the variables of the model and of "
                             "the squares, found {}",
                             least, size < 0 ? "none" : std::to_string(size)));
  return {std::move(form), size, std::move(squares)};
}

}  // namespace spinsack
