// SPDX-License-Identifier: Apache-2.0
#include "qubo/bqpjson_parser.hpp"

#include "qubo/json_place.hpp"
#include "qubo/term_lines.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace spinsack {
namespace {

using nlohmann::json;

// The keys of the document that are read, and those of a term; all are required.
enum Section : std::size_t { version, domain, ids, scale, offset, linear, quadratic, other };
constexpr std::array<std::string_view, 7> sections{
    "version", "variable_domain", "variable_ids",   "scale",
    "offset",  "linear_terms",    "quadratic_terms"};
enum Member : std::size_t { id, tail, head, coefficient, unknown };
constexpr std::array<std::string_view, 4> members{"id", "id_tail", "id_head", "coeff"};

template <std::size_t N>
std::size_t place_of(const std::array<std::string_view, N>& names, std::string_view name) {
  std::size_t k = 0;
  while (k < N && names[k] != name) ++k;
  return k;
}

// Receives the parser's events. The depth of nesting and the last keys say what a value is:
// 1 a section of the document, 2 an id or a term, 3 a member of a term; what other keys hold is
// passed over at any depth.
class Handler {
 public:
  Handler(const TextReader& reader, const JsonPlace& place) : reader_(reader), place_(place) {}

  BqpDocument document;

  bool null() {
    token_ = JsonToken::four_letters;
    return passed_over() || unexpected("null");
  }
  bool boolean(bool value) {
    token_ = value ? JsonToken::four_letters : JsonToken::five_letters;
    return passed_over() || unexpected(value ? "true" : "false");
  }
  bool number_integer(std::int64_t value) { return number(static_cast<double>(value), value); }
  bool number_unsigned(std::uint64_t value) {
    return number(static_cast<double>(value), value > INT64_MAX ? std::optional<std::int64_t>()
                                                                : static_cast<std::int64_t>(value));
  }
  bool number_float(double value, const std::string&) { return number(value, std::nullopt); }
  bool binary(const json::binary_t&) { return unexpected("binary data"); }  // never in a text

  bool string(const std::string& value) {
    token_ = JsonToken::text;
    if (passed_over()) return true;
    if (depth_ == 1 && section_ == Section::version) {
      if (value != "1.0.0") fail(fmt::format("expected version '1.0.0', found {}", quote(value)));
      return true;
    }
    if (depth_ != 1 || section_ != Section::domain) return unexpected("a string");
    if (value != "spin" && value != "boolean")
      fail(fmt::format("expected variable_domain 'spin' or 'boolean', found {}", quote(value)));
    document.vartype = value == "spin" ? Vartype::spin : Vartype::binary;
    return true;
  }

  bool start_object(std::size_t) {
    token_ = JsonToken::mark;
    if (!passed_over() && depth_ != 0 && !(depth_ == 2 && in_terms()))
      return unexpected("an object");
    if (depth_++ == 2 && in_terms()) {
      term_ = {};
      term_start_ = place_.token_start(token_);
      seen_members_.fill(false);
      member_ = Member::unknown;
    }
    return true;
  }
  bool start_array(std::size_t) {
    token_ = JsonToken::mark;
    const bool list = depth_ == 1 && (section_ == Section::ids || in_terms());
    if (!passed_over() && !list) return unexpected("a list");
    ++depth_;
    return true;
  }
  bool key(const std::string& name) {
    token_ = JsonToken::text;
    if (depth_ == 1) {
      section_ = place_of(sections, name);
      note_key(name, section_, seen_sections_);
    } else if (depth_ == 3 && in_terms()) {
      member_ = place_of(members, name);
      if (section_ == Section::linear && (member_ == Member::tail || member_ == Member::head))
        member_ = Member::unknown;
      if (section_ == Section::quadratic && member_ == Member::id) member_ = Member::unknown;
      note_key(name, member_, seen_members_);
    }
    return true;
  }
  bool end_object() {
    token_ = JsonToken::mark;
    if (depth_ == 1)
      for (std::size_t k = 0; k < sections.size(); ++k)
        if (!seen_sections_[k]) fail(fmt::format("expected '{}' in the document", sections[k]));
    if (depth_ == 3 && in_terms()) end_term();
    --depth_;
    return true;
  }
  bool end_array() {
    --depth_;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      token_ = JsonToken::number;
      fail("expected a number within the range of a double, found " + quote(token));
    }
    // "[json.exception...] parse error at line 1, column 2: what; last read: '...'"
    std::string text = error.what();
    text.erase(0, text.find("] ") + 2);
    if (const std::size_t column = text.find("column "); column != std::string::npos)
      text.erase(0, text.find(": ", column) + 2);
    text.resize(std::min(text.size(), text.find("; last read:")));
    // position is behind the token, and one further at the end of the text. Only strings and
    // numbers come back as they were; a control character in them comes spelled out.
    const std::string_view kind = std::string_view(text).substr(0, text.find("; expected"));
    const bool whole = kind.find("string") != std::string_view::npos ||
                       kind.find("number") != std::string_view::npos;
    const std::size_t end = std::min(position, reader_.text().size());
    const std::size_t length = whole && token.find("<U+") == std::string::npos
                                   ? token.size()
                                   : std::size_t{position == end};
    reader_.fail_at(end - std::min(length, end), "expected valid JSON, found a " + text);
  }

 private:
  bool in_terms() const { return section_ == Section::linear || section_ == Section::quadratic; }
  bool passed_over() const {
    if (depth_ == 0) return false;
    return section_ == Section::other || (depth_ >= 3 && in_terms() && member_ == Member::unknown);
  }

  template <std::size_t N>
  void note_key(const std::string& name, std::size_t k, std::array<bool, N>& seen) {
    if (k >= N) return;
    if (seen[k]) fail(fmt::format("expected each key once, found {} again", quote(name)));
    seen[k] = true;
  }

  bool number(double value, std::optional<std::int64_t> whole) {
    token_ = JsonToken::number;
    if (passed_over()) return true;
    if (depth_ == 1 && section_ == Section::scale) {
      if (value < 0) fail(fmt::format("expected a scale of at least 0, found {:g}", value));
      document.scale = checked(value);
    } else if (depth_ == 1 && section_ == Section::offset) {
      document.offset = checked(value);
      document.offset_place = place_.token_start(token_);
    } else if (depth_ == 2 && section_ == Section::ids) {
      if (document.ids.size() == at(max_variables))
        fail(fmt::format("expected at most {} variables", max_variables));
      document.ids.push_back({id_of(whole), place_.token_start(token_)});
    } else if (depth_ == 3 && member_ == Member::coefficient) {
      term_.coefficient = checked(value);
    } else if (depth_ == 3 && (member_ == Member::id || member_ == Member::tail)) {
      term_.tail = id_of(whole);
    } else if (depth_ == 3 && member_ == Member::head) {
      term_.head = id_of(whole);
    } else {
      return unexpected("a number");
    }
    return true;
  }

  std::int64_t id_of(std::optional<std::int64_t> whole) const {
    if (!whole || *whole < 0)
      fail("expected an id, an integer of at least 0, found " + quote(place_.number()));
    return *whole;
  }
  double checked(double value) const {
    if (!(std::fabs(value) <= largest_coefficient))
      fail(fmt::format("expected a number of at most {:g} in magnitude, found {:g}",
                       largest_coefficient, value));
    return value;
  }

  void end_term() {
    const bool single = section_ == Section::linear;
    for (std::size_t k = 0; k < members.size(); ++k) {
      const bool needed = k == Member::coefficient || (k == Member::id) == single;
      if (needed && !seen_members_[k]) fail(fmt::format("expected '{}' in the term", members[k]));
    }
    if (single)
      document.linear.push_back({term_.tail, term_.coefficient, term_start_});
    else
      document.quadratic.push_back({term_.tail, term_.head, term_.coefficient, term_start_});
  }

  bool unexpected(std::string_view found) const {
    std::string expected = "a JSON object";
    if (depth_ == 1 && section_ <= Section::domain)
      expected = fmt::format("a string for '{}'", sections[section_]);
    else if (depth_ == 1)
      expected =
          fmt::format("a {} for '{}'",
                      section_ == Section::scale || section_ == Section::offset ? "number" : "list",
                      sections[section_]);
    else if (depth_ == 2)
      expected = section_ == Section::ids ? "an id, an integer of at least 0" : "a term, an object";
    else if (depth_ == 3)
      expected = fmt::format("a number for '{}'", members[member_]);
    fail(fmt::format("expected {}, found {}", expected, found));
  }
  [[noreturn]] void fail(std::string_view message) const {
    reader_.fail_at(place_.token_start(token_), message);
  }

  const TextReader& reader_;
  const JsonPlace& place_;
  JsonToken token_ = JsonToken::mark;
  int depth_ = 0;
  std::size_t section_ = Section::other;
  std::size_t member_ = Member::unknown;
  std::array<bool, sections.size()> seen_sections_{};
  std::array<bool, members.size()> seen_members_{};
  BqpDocument::QuadraticTerm term_{};
  std::size_t term_start_ = 0;
};

}  // namespace

BqpDocument parse_bqpjson(const TextReader& reader) {
  JsonPlace place(reader.text());
  Handler handler(reader, place);
  json::sax_parse(place.begin(), place.end(), &handler);
  return std::move(handler.document);
}

}  // namespace spinsack
