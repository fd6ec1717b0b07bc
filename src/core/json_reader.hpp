// SPDX-License-Identifier: Apache-2.0
// Reads JSON value by value, as the caller asks for it. Sets of samples are millions of zeros and ones,
// too many to build a tree of first; and every value knows its place, so that what is wrong in a document
// of correct syntax can be pointed at. Nesting costs memory, never stack.
//
//   json.enter_object("a map");
//   while (json.next_key(key)) key == "n" ? n = json.integer("n", 1, 9) : json.skip();
#pragma once

#include "core/text_reader.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace spinsack {

class JsonReader {
 public:
  enum class Kind { object, list, text, number, boolean, null };

  // Both are kept by reference. offset is where a value begins that skip() or members() went past.
  JsonReader(std::string_view name, std::string_view text, std::size_t offset = 0)
      : place_(name, text), offset_(offset) {}

  // The next value, which must begin here. what is a phrase such as "a list of samples".
  Kind kind(std::string_view what);
  void enter_object(std::string_view what);
  bool next_key(std::string& key);  // false at the end of the object, which is left
  void enter_list(std::string_view what);
  bool next_value();  // false at the end of the list, which is left
  std::string text(std::string_view what);
  std::int64_t integer(std::string_view what, std::int64_t low, std::int64_t high);
  double real(std::string_view what);  // finite
  bool boolean(std::string_view what);
  std::string_view word(std::string_view what);  // a number, true, false or null, as it stands
  void skip();                                   // any value
  void end(std::string_view what);

  // Where the members of the next value, an object, begin; each name once. All are skipped.
  using Members = std::map<std::string, std::size_t, std::less<>>;
  Members members(std::string_view what);

  // Where the last value or key began, or the next value begins.
  std::size_t last() const { return last_; }
  std::size_t next();
  [[noreturn]] void fail(std::string_view message) const { place_.fail_at(last_, message); }
  [[noreturn]] void fail_at(std::size_t offset, std::string_view message) const {
    place_.fail_at(offset, message);
  }

 private:
  char look();               // the next character that is no blank, or 0 at the end
  bool advance(char close);  // to the next element, or out of the bracket that closes: false
  [[noreturn]] void unexpected(std::string_view what);  // at what comes next
  std::string_view next_word() const;
  std::string_view take_word();
  void read_text(std::string& value);
  void read_escape(std::string& value);
  std::uint32_t read_code_unit();

  TextReader place_;  // for messages only
  std::size_t offset_;
  std::size_t last_ = 0;
  std::string open_;   // the brackets around the place, outermost first
  bool first_ = true;  // nothing has been read in the innermost bracket yet
};

}  // namespace spinsack
