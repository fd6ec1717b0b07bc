// SPDX-License-Identifier: Apache-2.0
#include "machine/precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace spinsack {
namespace {

template <class F>
void for_each_term(const QuadraticForm& form, const F& visit) {
  for (const double value : form.linear)
    if (value != 0) visit(value);
  form.pairs.for_each_pair([&](Index, Index, auto value) {
    if (const double product = form.unit * static_cast<double>(value); product != 0) visit(product);
  });
}

// Bits behind the point that a number needs; a double has at most 1074.
int fraction_bits(double value) {
  int exponent = 0;
  double mantissa = std::frexp(std::abs(value), &exponent);  // in [1/2, 1)
  int bits = 0;
  while (mantissa != std::floor(mantissa)) {
    mantissa *= 2;
    ++bits;
  }
  return std::max(0, bits - exponent);
}

// The value that the machine would take instead.
class Held {
 public:
  Held(const Coefficients& coefficients, double largest)
      : coefficients_(coefficients), largest_(largest) {}

  double operator()(double value) const {
    switch (coefficients_.kind) {
      case Coefficients::Kind::floating: {
        int exponent = 0;
        const double mantissa = std::frexp(value, &exponent);
        const double scale = std::ldexp(1.0, std::min(coefficients_.bits, 53));
        return std::ldexp(std::nearbyint(mantissa * scale) / scale, exponent);
      }
      case Coefficients::Kind::integer: {
        const double most = std::ldexp(1.0, coefficients_.bits - 1) - 1;
        return std::clamp(std::nearbyint(value), -most, most);
      }
      case Coefficients::Kind::analogue: {
        const double step = largest_ / std::ldexp(1.0, coefficients_.bits - 1);
        return std::nearbyint(value / step) * step;
      }
    }
    return value;
  }

 private:
  Coefficients coefficients_;
  double largest_;
};

// The same form with other coefficients.
QuadraticForm held_form(const QuadraticForm& form, const Held& held) {
  QuadraticForm result = form;
  for (double& value : result.linear) value = held(value);
  SymmetricRowsBuilder pairs(form.size());
  form.pairs.for_each_pair([&](Index i, Index j, auto value) {
    pairs.add(i, j, held(form.unit * static_cast<double>(value)));
  });
  result.unit = 1;
  result.pairs = std::move(pairs).finish();
  return result;
}

}  // namespace

std::string PrecisionReport::text(const Coefficients& coefficients) const {
  const std::string_view kind = coefficients.kind == Coefficients::Kind::integer ? "integers"
                                : coefficients.kind == Coefficients::Kind::analogue
                                    ? "analogue values"
                                    : "mantissas";
  return fmt::format("{} of {} coefficients do not fit into its {} of {} bits, by up to {:.3g}",
                     inexact, terms, kind, coefficients.bits, largest_error);
}

PrecisionReport fit_to_machine(QuadraticForm& form, const Coefficients& coefficients,
                               bool rounded) {
  PrecisionReport report;
  if (coefficients.kind == Coefficients::Kind::floating && coefficients.bits >= 53) return report;
  int needed = 0;
  double largest = 0;
  for_each_term(form, [&](double value) {
    largest = std::max(largest, std::abs(value));
    if (coefficients.kind == Coefficients::Kind::integer)
      needed = std::max(needed, fraction_bits(value));
  });
  const double most = std::ldexp(1.0, coefficients.bits - 1) - 1;
  if (needed > 0 && std::ldexp(largest, needed) <= most) {
    report.shift = needed;
    for (double& value : form.linear) value = std::ldexp(value, needed);
    form.unit = std::ldexp(form.unit, needed);
    form.constant = std::ldexp(form.constant, needed);
    largest = std::ldexp(largest, needed);
  }
  const Held held(coefficients, largest);
  for_each_term(form, [&](double value) {
    ++report.terms;
    const double error = std::abs(held(value) - value);
    if (error > 0) ++report.inexact;
    report.largest_error = std::max(report.largest_error, std::ldexp(error, -report.shift));
  });
  if (rounded && report.inexact > 0) form = held_form(form, held);
  return report;
}

}  // namespace spinsack
