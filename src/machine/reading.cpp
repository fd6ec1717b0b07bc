// SPDX-License-Identifier: Apache-2.0
#include "machine/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

int mistakes(const Reading& r) {
  return static_cast<int>(r.maximised) + static_cast<int>(r.pair_factor != 1) +
         static_cast<int>(r.spins) + static_cast<int>(r.reversed) + static_cast<int>(!r.diagonal) +
         static_cast<int>(!r.constant);
}

}  // namespace

std::string Reading::text() const {
  std::vector<std::string_view> wrong;
  if (maximised) wrong.emplace_back("maximised");
  if (pair_factor == 2) wrong.emplace_back("pairs counted twice");
  if (pair_factor == 0.5) wrong.emplace_back("pairs counted half");
  if (spins) wrong.emplace_back("bits read as spins");
  if (reversed) wrong.emplace_back("variables in reverse order");
  if (!diagonal) wrong.emplace_back("linear terms lost");
  if (!constant) wrong.emplace_back("the constant lost");
  return wrong.empty() ? "right" : fmt::format("{}", fmt::join(wrong, ", "));
}

double Reading::value(const QuadraticForm& form, BitView bits) const {
  const std::size_t n = bits.size();
  const bool as_spins = spins || form.vartype == Vartype::spin;
  const auto x = [&](std::size_t v) {
    const bool one = bits[reversed ? n - 1 - v : v] != 0;
    if (as_spins) return one ? 1.0 : -1.0;
    return one ? 1.0 : 0.0;
  };
  double sum = constant ? form.constant : 0;
  if (diagonal)
    for (std::size_t v = 0; v < n; ++v) sum += form.linear[v] * x(v);
  double pairs = 0;
  form.pairs.for_each_pair(
      [&](Index i, Index j, auto q) { pairs += static_cast<double>(q) * x(at(i)) * x(at(j)); });
  return sum + pair_factor * form.unit * pairs;
}

const std::vector<Reading>& all_readings() {
  static const std::vector<Reading> all = [] {
    std::vector<Reading> list;
    // Of readings with as many mistakes, the commonest mistake comes first.
    for (const bool maximised : {false, true})
      for (const bool spins : {false, true})
        for (const bool reversed : {false, true})
          for (const bool diagonal : {true, false})
            for (const bool constant : {true, false})
              for (const double pair_factor : {1.0, 2.0, 0.5})
                list.push_back({maximised, pair_factor, spins, reversed, diagonal, constant});
    std::ranges::stable_sort(list, {}, mistakes);
    return list;
  }();
  return all;
}

double magnitude(const QuadraticForm& form, BitView bits) {
  const bool spins = form.vartype == Vartype::spin;
  const auto counts = [&](std::size_t v) { return spins || bits[v] != 0; };
  double sum = std::abs(form.constant);
  for (std::size_t v = 0; v < bits.size(); ++v)
    if (counts(v)) sum += std::abs(form.linear[v]);
  form.pairs.for_each_pair([&](Index i, Index j, auto q) {
    if (counts(at(i)) && counts(at(j))) sum += std::abs(form.unit * static_cast<double>(q));
  });
  return sum;
}

std::string finding(const QuadraticForm& form, BitView bits, double told, int bits_of_machine,
                    bool lacks_constant) {
  const double size = magnitude(form, bits);
  // Sums of many terms lose a few bits more than each term has.
  const double rounding = size * std::ldexp(1.0, 6 - std::min(bits_of_machine, 53));
  const auto near = [&](double value) { return std::abs(told - value) <= rounding; };
  const double right = Reading{}.value(form, bits);
  if (near(right) || (lacks_constant && near(right - form.constant))) return {};
  for (const Reading& reading : all_readings()) {
    if (reading.maximised) continue;  // that is a matter of the sign, once the state is given
    const double value = reading.value(form, bits);
    if (near(value)) return reading.text();
    if (near(-value))
      return reading == Reading{} ? "the sign changed" : "the sign changed, " + reading.text();
  }
  constexpr double loose = 1e-4;
  if (std::abs(told - right) <= loose * size)
    return fmt::format("precision lost: {} instead of {}", told, right);
  return fmt::format("{} instead of {}", told, right);
}

}  // namespace spinsack
