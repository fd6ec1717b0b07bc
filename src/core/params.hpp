// SPDX-License-Identifier: Apache-2.0
// Parameters, described once. A plug-in is a plain struct whose members are its parameters; a static
// function `fields()` gives each a name, a range and a meaning. From that one table come the command
// line flags, the help text, the range checks and the record.
//
//   struct Offset {
//     double z = 3;
//     static constexpr auto fields() {
//       return std::tuple{Field{"z", &Offset::z, 0.0, 1e15, "assumed slack"}};
//     }
//   };
#pragma once

#include "core/error.hpp"
#include "core/nearest.hpp"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace spinsack {

// T is std::int64_t, double, or std::optional<double> (empty reads and prints as "auto").
template <class Owner, class T, class Bound>
struct Field {
  std::string_view name;
  T Owner::*member;
  Bound low;  // both ends belong to the range
  Bound high;
  std::string_view meaning;
};
template <class Owner, class T, class Bound>
Field(const char*, T Owner::*, Bound, Bound, const char*) -> Field<Owner, T, Bound>;

// A parameter that is one of a few words.
template <class Owner, std::size_t N>
struct Choice {
  constexpr Choice(std::string_view the_name, std::string Owner::*the_member,
                   const std::string_view (&the_options)[N], std::string_view the_meaning)
      : name(the_name),
        member(the_member),
        options(std::to_array(the_options)),
        meaning(the_meaning) {}
  std::string_view name;
  std::string Owner::*member;
  std::array<std::string_view, N> options;
  std::string_view meaning;
};

// A parameter that is any text; its owner judges it. range says what it may be.
template <class Owner>
struct Text {
  std::string_view name;
  std::string Owner::*member;
  std::string_view range;
  std::string_view meaning;
};
template <class Owner>
Text(const char*, std::string Owner::*, const char*, const char*) -> Text<Owner>;

// One row of the description, for people.
struct Parameter {
  std::string_view name;
  std::string_view meaning;
  std::string default_value;
  std::string range;
};

// Texts by name, as typed or as recorded.
using ParameterValues = std::map<std::string, std::string, std::less<>>;

namespace params {

std::string to_text(std::int64_t value);
std::string to_text(double value);  // shortest text that reads back equal
std::string to_text(const std::optional<double>& value);

std::string range_text(std::int64_t low, std::int64_t high);
std::string range_text(double low, double high);

// UsageError naming `--name`, the value and the range unless text is a number within it.
std::int64_t parse_integer(std::string_view name, std::string_view text, std::int64_t low,
                           std::int64_t high);
double parse_real(std::string_view name, std::string_view text, double low, double high);
std::optional<double> parse_real_or_auto(std::string_view name, std::string_view text, double low,
                                         double high);

[[noreturn]] void unknown_parameter(std::string_view owner, std::string_view name,
                                    const std::vector<std::string_view>& known);

// One of the options, or UsageError with the nearest one.
std::string parse_choice(std::string_view name, std::string_view text,
                         std::span<const std::string_view> options);
std::string range_text(std::span<const std::string_view> options);
inline std::string to_text(const std::string& value) { return value; }

template <class T>
T parse(std::string_view name, std::string_view text, auto low, auto high) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return parse_integer(name, text, low, high);
  } else if constexpr (std::is_same_v<T, double>) {
    return parse_real(name, text, low, high);
  } else {
    static_assert(std::is_same_v<T, std::optional<double>>);
    return parse_real_or_auto(name, text, low, high);
  }
}

template <class T>
std::string range_of(auto low, auto high) {
  if constexpr (std::is_same_v<T, std::int64_t>)
    return range_text(std::int64_t{low}, std::int64_t{high});
  else
    return range_text(double{low}, double{high}) + (std::is_same_v<T, double> ? "" : " or auto");
}

template <class Owner, class T, class Bound>
std::string allowed(const Field<Owner, T, Bound>& field) {
  return range_of<T>(field.low, field.high);
}
template <class Owner, std::size_t N>
std::string allowed(const Choice<Owner, N>& choice) {
  return range_text(choice.options);
}
template <class Owner>
std::string allowed(const Text<Owner>& text) {
  return std::string(text.range);
}

template <class Owner, class T, class Bound>
T read(const Field<Owner, T, Bound>& field, std::string_view text) {
  return parse<T>(field.name, text, field.low, field.high);
}
template <class Owner, std::size_t N>
std::string read(const Choice<Owner, N>& choice, std::string_view text) {
  return parse_choice(choice.name, text, choice.options);
}
template <class Owner>
std::string read(const Text<Owner>&, std::string_view text) {
  return std::string(text);
}

}  // namespace params

template <class Struct>
std::vector<Parameter> describe_parameters() {
  const Struct defaults{};
  std::vector<Parameter> rows;
  std::apply(
      [&](const auto&... field) {
        (rows.push_back({field.name, field.meaning, params::to_text(defaults.*field.member),
                         params::allowed(field)}),
         ...);
      },
      Struct::fields());
  return rows;
}

// Defaults overwritten by values. owner is a phrase such as "encoding 'offset'" for messages.
template <class Struct>
Struct parse_parameters(std::string_view owner, const ParameterValues& values) {
  Struct result{};
  std::vector<std::string_view> known;
  const auto fields = Struct::fields();
  std::apply(
      [&](const auto&... field) {
        (known.push_back(field.name), ...);
        (
            [&] {
              const auto typed = values.find(field.name);
              if (typed == values.end()) return;
              result.*field.member = params::read(field, typed->second);
            }(),
            ...);
      },
      fields);
  for (const auto& [name, text] : values) {
    bool found = false;
    for (const std::string_view other : known) found = found || other == name;
    if (!found) params::unknown_parameter(owner, name, known);
  }
  return result;
}

// All parameters with their values, defaults included.
template <class Struct>
ParameterValues parameter_values(const Struct& filled) {
  ParameterValues values;
  std::apply(
      [&](const auto&... field) {
        (values.emplace(field.name, params::to_text(filled.*field.member)), ...);
      },
      Struct::fields());
  return values;
}

}  // namespace spinsack
