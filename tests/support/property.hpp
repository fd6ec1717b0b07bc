// SPDX-License-Identifier: Apache-2.0
// Properties that hold for anything, by RapidCheck, which makes a counterexample small before it tells it. Its templates
// take seconds in every source that sees them, so none does but property.cpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace spinsack::test {

// Whether the property holds for a hundred choices of what it draws with the functions below.
[[nodiscard]] bool always(const std::string& name, const std::function<void()>& property);

// What follows is for the inside of a property. It fails here unless this holds:
void must(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE());
// It says nothing about such a choice unless this holds:
void only_where(bool holds);

[[nodiscard]] bool any_bool();
[[nodiscard]] std::int64_t any_integer();  // mostly small
[[nodiscard]] std::uint64_t any_bits();    // likewise
[[nodiscard]] double any_real();           // likewise
[[nodiscard]] std::string any_bytes();
[[nodiscard]] std::string any_text();  // in UTF-8: control characters, quotes, all planes
[[nodiscard]] std::string any_string_of(std::string_view characters);

// low <= x < end.
[[nodiscard]] std::int64_t any_integer(std::int64_t low, std::int64_t end);
template <std::integral T>
[[nodiscard]] T any_in(T low, std::type_identity_t<T> end) {
  return static_cast<T>(
      any_integer(static_cast<std::int64_t>(low), static_cast<std::int64_t>(end)));
}

template <class T>
[[nodiscard]] T any_of(std::initializer_list<T> values) {
  return *(values.begin() + any_in<std::ptrdiff_t>(0, std::ssize(values)));
}

// Any number of them, or so many.
[[nodiscard]] std::vector<std::int64_t> any_integers();
[[nodiscard]] std::vector<std::int64_t> any_integers(std::int64_t low, std::int64_t end);
[[nodiscard]] std::vector<std::int64_t> any_integers(std::size_t count, std::int64_t low,
                                                     std::int64_t end);

}  // namespace spinsack::test
