// SPDX-License-Identifier: Apache-2.0
#include "qubo/bqpjson_parser.hpp"

#include "core/json_reader.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace spinsack {
namespace {

using Kind = JsonReader::Kind;

// The keys of the document that are read, and those of a term; all are required.
enum Section : std::size_t { version, domain, ids, scale, offset, linear, quadratic };
constexpr std::array<std::string_view, 7> sections{
    "version", "variable_domain", "variable_ids",   "scale",
    "offset",  "linear_terms",    "quadratic_terms"};
enum Member : std::size_t { coefficient, first, second };
constexpr std::array<std::string_view, 2> linear_members{"coeff", "id"};
constexpr std::array<std::string_view, 3> quadratic_members{"coeff", "id_tail", "id_head"};

constexpr std::string_view an_id = "an id, an integer of at least 0";

class Parser {
 public:
  explicit Parser(const TextReader& reader) : json_(reader.name(), reader.text()) {}

  BqpDocument parse() {
    require(Kind::object, "a JSON object");
    read_object(sections, "document", [this](std::size_t section) { read_section(section); });
    json_.end("the document");
    return std::move(document_);
  }

 private:
  // Calls read(k) at the value of each name k, passes over the values of other names, and asks for all names.
  template <std::size_t N, class Read>
  void read_object(const std::array<std::string_view, N>& names, std::string_view what,
                   const Read& read) {
    std::array<bool, N> seen{};
    json_.enter_object(what);
    while (json_.next_key(key_)) {
      std::size_t k = 0;
      while (k < N && names[k] != key_) ++k;
      if (k == N) {
        json_.skip();
        continue;
      }
      if (std::exchange(seen[k], true))
        json_.fail(fmt::format("expected each key once, found {} again", quote(key_)));
      read(k);
    }
    for (std::size_t k = 0; k < N; ++k)
      if (!seen[k]) json_.fail(fmt::format("expected '{}' in the {}", names[k], what));
  }

  void read_section(std::size_t section) {
    switch (section) {
      case Section::version:
        if (const std::string found = text_of(section); found != "1.0.0")
          json_.fail(fmt::format("expected version '1.0.0', found {}", quote(found)));
        break;
      case Section::domain:
        read_domain();
        break;
      case Section::ids:
        read_list(section, [this] { read_id(); });
        break;
      case Section::scale:
        document_.scale = number_of(sections[section]);
        if (document_.scale < 0)
          json_.fail(fmt::format("expected a scale of at least 0, found {:g}", document_.scale));
        break;
      case Section::offset:
        document_.offset = number_of(sections[section]);
        document_.offset_place = json_.last();
        break;
      case Section::linear:
        read_list(section, [this] { read_linear_term(); });
        break;
      default:
        read_list(section, [this] { read_quadratic_term(); });
        break;
    }
  }

  void read_domain() {
    const std::string found = text_of(Section::domain);
    if (found != "spin" && found != "boolean")
      json_.fail(
          fmt::format("expected variable_domain 'spin' or 'boolean', found {}", quote(found)));
    document_.vartype = found == "spin" ? Vartype::spin : Vartype::binary;
  }

  template <class Read>
  void read_list(std::size_t section, const Read& read) {
    require(Kind::list, "a list", sections[section]);
    json_.enter_list("a list");
    while (json_.next_value()) read();
  }

  void read_id() {
    require(Kind::number, an_id);
    const std::int64_t id = id_number();
    if (document_.ids.size() == at(max_variables))
      json_.fail(fmt::format("expected at most {} variables", max_variables));
    document_.ids.push_back({id, json_.last()});
  }

  void read_linear_term() {
    BqpDocument::LinearTerm term{0, 0, begin_term()};
    read_object(linear_members, "term", [&](std::size_t member) {
      if (member == Member::coefficient)
        term.coefficient = number_of(linear_members[member]);
      else
        term.id = id_of(linear_members[member]);
    });
    document_.linear.push_back(term);
  }

  void read_quadratic_term() {
    BqpDocument::QuadraticTerm term{0, 0, 0, begin_term()};
    read_object(quadratic_members, "term", [&](std::size_t member) {
      if (member == Member::coefficient)
        term.coefficient = number_of(quadratic_members[member]);
      else
        (member == Member::first ? term.tail : term.head) = id_of(quadratic_members[member]);
    });
    document_.quadratic.push_back(term);
  }

  std::size_t begin_term() {
    require(Kind::object, "a term, an object");
    return json_.next();
  }

  std::string text_of(std::size_t section) {
    require(Kind::text, "a string", sections[section]);
    return json_.text("a string");
  }

  double number_of(std::string_view name) {
    require(Kind::number, "a number", name);
    const std::string_view word = json_.word("a number");
    double value = 0;
    if (std::from_chars(word.data(), word.data() + word.size(), value).ec != std::errc{})
      json_.fail("expected a number within the range of a double, found " + quote(word));
    if (!(std::fabs(value) <= largest_coefficient))
      json_.fail(fmt::format("expected a number of at most {:g} in magnitude, found {:g}",
                             largest_coefficient, value));
    return value;
  }

  std::int64_t id_of(std::string_view name) {
    require(Kind::number, "a number", name);
    return id_number();
  }
  std::int64_t id_number() {
    const std::string_view word = json_.word("a number");
    std::int64_t id = -1;
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (status != std::errc{} || end != word.data() + word.size() || id < 0)
      json_.fail(fmt::format("expected {}, found {}", an_id, quote(word)));
    return id;
  }

  void require(Kind kind, std::string_view what) {
    if (json_.peek() != kind) mismatch(what);
  }
  void require(Kind kind, std::string_view what, std::string_view name) {
    if (json_.peek() != kind) mismatch(fmt::format("{} for '{}'", what, name));
  }
  // The next value is good JSON of another kind.
  [[noreturn]] void mismatch(std::string_view expected) {
    std::string_view found;
    switch (json_.kind(expected)) {
      case Kind::object:
        found = "an object";
        break;
      case Kind::list:
        found = "a list";
        break;
      case Kind::text:
        found = "a string";
        break;
      case Kind::number:
        found = "a number";
        break;
      case Kind::boolean:
      case Kind::null:
        found = json_.word(expected);
        json_.fail(fmt::format("expected {}, found {}", expected, found));
    }
    json_.fail_at(json_.next(), fmt::format("expected {}, found {}", expected, found));
  }

  JsonReader json_;
  BqpDocument document_;
  std::string key_;
};

}  // namespace

BqpDocument parse_bqpjson(const TextReader& reader) { return Parser(reader).parse(); }

}  // namespace spinsack
