// SPDX-License-Identifier: Apache-2.0
#include "qubo/squares_file.hpp"

#include "core/error.hpp"
#include "core/json_reader.hpp"
#include "core/json_text.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace spinsack {
namespace {

SquaredTerm read_square(JsonReader& json) {
  SquaredTerm square;
  bool strength = false;
  bool offset = false;
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
    } else if (key == "a") {
      once(factors, key);
      json.enter_list("a list of numbers, one for each variable");
      while (json.next_value()) square.a.push_back(json.real("a number"));
    } else {
      json.skip();
    }
  }
  if (!strength || !offset || !factors)
    json.fail_at(place, "expected 'strength', 'b' and 'a' in the square");
  return square;
}

}  // namespace

void write_squares(const QuboModel& model, TextWriter& out) {
  out.text(R"({"squares": [)");
  const char* between = "";
  for (const SquaredTerm& square : model.penalties()) {
    out.text(fmt::format(R"({}{{"strength": {}, "b": {}, "a": [)", between,
                         json_number(square.strength), json_number(square.b)));
    for (std::size_t v = 0; v < square.a.size(); ++v) {
      if (v > 0) out.text(", ");
      out.text(json_number(square.a[v]));
    }
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
  json.enter_object("an object with 'squares'");
  for (std::string key; json.next_key(key);) {
    if (key != "squares") {
      json.skip();
      continue;
    }
    json.enter_list("a list of squares");
    while (json.next_value()) {
      const std::size_t place = json.next();
      squares.push_back(read_square(json));
      const std::size_t expected = squares.front().a.size();
      if (squares.back().a.size() != expected)
        json.fail_at(place,
                     fmt::format("expected {} numbers in 'a' as in the first square, found {}",
                                 expected, squares.back().a.size()));
    }
  }
  json.end("the object");
  if (squares.empty()) json.fail_at(0, "expected at least one square in 'squares', found none");
  const std::size_t size = squares.front().a.size();
  if (size < form.linear.size() || size > std::numeric_limits<Index>::max())
    json.fail_at(0,
                 fmt::format("expected numbers for the {} variables of the model in 'a', found {}",
                             form.size(), size));
  return {std::move(form), static_cast<Index>(size), std::move(squares)};
}

}  // namespace spinsack
