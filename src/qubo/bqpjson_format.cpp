// SPDX-License-Identifier: Apache-2.0
#include "qubo/bqpjson_format.hpp"

#include "core/json_text.hpp"
#include "core/text_reader.hpp"
#include "qubo/bqpjson_parser.hpp"
#include "qubo/request_json.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace spinsack {
namespace {

// Finds variables by their ids.
class Ids {
 public:
  Ids(const std::vector<BqpDocument::Id>& ids, const TextReader& reader)
      : reader_(reader), size_(static_cast<Index>(ids.size())) {
    Index k = 0;
    for (const BqpDocument::Id& id : ids) {
      plain_ = plain_ && id.id == k;
      sorted_.push_back({id.id, k++});
    }
    if (plain_) return;
    std::sort(sorted_.begin(), sorted_.end());
    for (std::size_t p = 1; p < sorted_.size(); ++p)
      if (sorted_[p].id == sorted_[p - 1].id)
        reader.fail_at(ids[at(sorted_[p].variable)].offset,
                       fmt::format("expected each id once, found {} again", sorted_[p].id));
  }

  Index variable(std::int64_t id, std::size_t offset) const {
    if (plain_ && id < size_) return static_cast<Index>(id);
    const auto place = std::lower_bound(sorted_.begin(), sorted_.end(), Entry{id, 0});
    if (place == sorted_.end() || place->id != id)
      reader_.fail_at(offset, fmt::format("expected ids from variable_ids, found {}", id));
    return place->variable;
  }

 private:
  struct Entry {
    std::int64_t id;
    Index variable;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  const TextReader& reader_;
  Index size_;
  bool plain_ = true;  // 0, 1, 2, ..
  std::vector<Entry> sorted_;
};

bool is_power_of_two(double value) {
  int exponent = 0;
  return std::frexp(value, &exponent) == 0.5;
}

}  // namespace

bool detect_bqpjson(std::string_view text) { return json_model_format(text) == "bqpjson"; }

// Goes no further than the ids, which files have before the terms.
bool bqpjson_drops_labels(const InputFile& file) {
  JsonReader json(file.name, file.text);
  json.enter_object("an object");
  for (std::string key; json.next_key(key); json.skip()) {
    if (key != "variable_ids") continue;
    json.enter_list("a list of ids");
    for (std::int64_t next = 0; json.next_value(); ++next)
      if (json.integer("an id", INT64_MIN, INT64_MAX) != next) return true;
    return false;
  }
  return false;
}

QuadraticForm read_bqpjson(const InputFile& file) {
  const TextReader reader(file.name, file.text);
  const BqpDocument document = parse_bqpjson(reader);
  if (document.ids.empty()) reader.fail_at(0, "expected at least one id in variable_ids");
  const Ids ids(document.ids, reader);
  const auto scaled = [&](double value, std::size_t offset) {
    const double product = document.scale * value;
    if (!(std::fabs(product) <= largest_coefficient))
      reader.fail_at(offset, fmt::format("expected numbers that, times the scale, are at most {:g} "
                                         "in magnitude, found {:g}",
                                         largest_coefficient, product));
    return product;
  };
  const bool fold = is_power_of_two(document.scale);
  TermSum sum(static_cast<Index>(document.ids.size()));
  for (const BqpDocument::LinearTerm& term : document.linear) {
    const Index i = ids.variable(term.id, term.offset);
    sum.add({i, i, scaled(term.coefficient, term.offset)});
  }
  for (const BqpDocument::QuadraticTerm& term : document.quadratic) {
    if (term.tail == term.head)
      reader.fail_at(term.offset,
                     fmt::format("expected two different ids, found {} twice", term.tail));
    const double product = scaled(term.coefficient, term.offset);
    sum.add({ids.variable(term.tail, term.offset), ids.variable(term.head, term.offset),
             fold ? term.coefficient : product});
  }
  QuadraticForm form =
      std::move(sum).finish(document.vartype, scaled(document.offset, document.offset_place));
  if (fold) form.unit = document.scale;
  return form;
}

void write_bqpjson(const QuadraticForm& form, const FileNotes& notes, TextWriter& out) {
  require_variables(form);
  std::string separator;
  // Before each entry of a list: a comma, unless it is the first, and a new line.
  const auto next = [&] {
    out.text(separator);
    separator = ",\n    ";
  };
  const auto start = [&](std::string_view key, std::string_view bracket) {
    out.text(fmt::format("  \"{}\": {}", key, bracket));
    separator = "\n    ";
  };
  const auto number = [&](double value) {
    require_writable(value);
    out.real(value);
  };
  out.text("{\n  \"version\": \"1.0.0\",\n  \"id\": 0,\n");
  start("metadata", "{\"notes\": [");
  for (const std::string& note : notes) {
    next();
    out.text(json_ascii_string(note));
  }
  out.text("]},\n");
  out.text(fmt::format("  \"variable_domain\": \"{}\",\n",
                       form.vartype == Vartype::spin ? "spin" : "boolean"));
  out.text("  \"scale\": 1,\n  \"offset\": ");
  number(form.constant);
  out.text(",\n");
  start("variable_ids", "[");
  for (Index i = 0; i < form.size(); ++i) {
    out.text(i == 0 ? "" : ", ");
    out.integer(i);
  }
  out.text("],\n");
  start("linear_terms", "[");
  for (Index i = 0; i < form.size(); ++i) {
    if (form.linear[at(i)] == 0) continue;
    next();
    out.text("{\"id\": ");
    out.integer(i);
    out.text(", \"coeff\": ");
    number(form.linear[at(i)]);
    out.text("}");
  }
  out.text("],\n");
  start("quadratic_terms", "[");
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    const double coefficient = form.unit * static_cast<double>(value);
    if (coefficient == 0) return;
    next();
    out.text("{\"id_tail\": ");
    out.integer(i);
    out.text(", \"id_head\": ");
    out.integer(j);
    out.text(", \"coeff\": ");
    number(coefficient);
    out.text("}");
  });
  out.text("]\n}\n");
}

}  // namespace spinsack
