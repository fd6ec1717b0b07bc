// SPDX-License-Identifier: Apache-2.0
// Forms for the tests of file formats, made by hand or at random.
#pragma once

#include "core/catalog.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "qubo/form_difference.hpp"
#include "qubo/format.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spinsack::test {

struct Pair {
  Index i, j;
  double value;
};

inline QuadraticForm make_form(Vartype vartype, double constant, std::vector<double> linear,
                               const std::vector<Pair>& pairs, double unit = 1) {
  QuadraticForm form;
  form.vartype = vartype;
  form.constant = constant;
  SymmetricRowsBuilder builder(static_cast<Index>(linear.size()));
  form.linear = std::move(linear);
  for (const Pair& pair : pairs) builder.add(pair.i, pair.j, pair.value);
  form.pairs = std::move(builder).finish();
  form.unit = unit;
  return form;
}

// A number of one of the kinds that files hold: small, decimal, large, tiny, and zero.
inline double random_coefficient(Rng& rng) {
  const auto whole = static_cast<double>(rng.integer(-1000, 1000));
  switch (rng.integer(0, 5)) {
    case 0:
      return 0;
    case 1:
      return whole / 64;
    case 2:
      return whole / 10;
    case 3:
      return whole * 0x1p40;
    case 4:
      return whole * 1e-5;
    default:
      return whole;
  }
}

// Sizes around 64, where the storage of pairs changes, are as likely as small ones.
inline QuadraticForm random_form(Rng& rng, Vartype vartype, bool with_linear) {
  constexpr std::array<double, 5> densities{0, 0.02, 0.1, 0.5, 1};
  const auto n =
      static_cast<Index>(rng.integer(0, 1) == 0 ? rng.integer(1, 9) : rng.integer(1, 90));
  const double density = densities[static_cast<std::size_t>(rng.integer(0, 4))];
  const bool whole_numbers = rng.integer(0, 2) == 0;
  const auto number = [&] {
    return whole_numbers ? static_cast<double>(rng.integer(-9, 9)) : random_coefficient(rng);
  };
  std::vector<double> linear(at(n));
  if (with_linear)
    for (double& value : linear) value = number();
  std::vector<Pair> pairs;
  for (Index i = 0; i < n; ++i)
    for (Index j = i + 1; j < n; ++j)
      if (rng.real() < density) pairs.push_back({i, j, number()});
  constexpr std::array<double, 4> units{1, 0.25, -2, 3};
  return make_form(vartype, number(), std::move(linear), pairs,
                   units[static_cast<std::size_t>(rng.integer(0, 3))]);
}

inline const QuboFormat& format_named(std::string_view name) {
  return find_entry(qubo_formats(), "format", name);
}

inline std::string written(std::string_view format, const QuadraticForm& form,
                           const FileNotes& notes = {}) {
  return write_string([&](TextWriter& out) { format_named(format).write(form, notes, out); });
}

inline QuadraticForm read_text(std::string_view format, std::string text) {
  return read_qubo({"file", std::move(text)}, format);
}

// For EXPECT_TRUE: prints the first difference.
inline testing::AssertionResult same_form(const QuadraticForm& a, const QuadraticForm& b) {
  const std::string difference = form_difference(a, b);
  if (difference.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << difference;
}

// The message of the error that f ends with, or a sentence that no message equals.
template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace spinsack::test
