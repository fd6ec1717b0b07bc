// SPDX-License-Identifier: Apache-2.0
// Where in its text the JSON parser is. The library tells positions only for its own errors; here
// it reads through an iterator that leaves its place behind, so that what is wrong in a document of
// correct syntax can be pointed at too.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

namespace spinsack {

// What the parser has just reported. A mark is a bracket or a brace; true and null have four
// letters.
enum class JsonToken { mark, four_letters, five_letters, number, text };

class JsonPlace {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Iterator(const char* place, const char*& reached) : place_(place), reached_(&reached) {}
    reference operator*() const { return *place_; }
    Iterator& operator++() {
      *reached_ = ++place_;
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.place_ == b.place_; }
    friend bool operator!=(const Iterator& a, const Iterator& b) { return a.place_ != b.place_; }

   private:
    const char* place_;
    const char** reached_;
  };

  explicit JsonPlace(std::string_view text) : text_(text), reached_(text.data()) {}

  Iterator begin() { return {text_.data(), reached_}; }
  Iterator end() { return {text_.data() + text_.size(), reached_}; }

  // Offset of the token that the parser has just reported. It stands behind the token, or one
  // further behind a number.
  std::size_t token_start(JsonToken token) const {
    const char* p = reached_;
    switch (token) {
      case JsonToken::mark:
        --p;
        break;
      case JsonToken::four_letters:
        p -= 4;
        break;
      case JsonToken::five_letters:
        p -= 5;
        break;
      case JsonToken::number:
        if (!in_number(p[-1])) --p;
        while (p > text_.data() && in_number(p[-1])) --p;
        break;
      case JsonToken::text:  // back to a quote without a backslash before it
        p -= 2;
        while (*p != '"' || (p > text_.data() && p[-1] == '\\')) --p;
        break;
    }
    return static_cast<std::size_t>(p - text_.data());
  }

  // The number that the parser has just reported, as it stands in the text.
  std::string_view number() const {
    const std::string_view rest = text_.substr(token_start(JsonToken::number));
    return rest.substr(0, rest.find_first_not_of(number_letters));
  }

 private:
  static constexpr std::string_view number_letters = "0123456789+-.eE";
  static bool in_number(char c) { return number_letters.find(c) != std::string_view::npos; }

  std::string_view text_;
  const char* reached_;
};

}  // namespace spinsack
