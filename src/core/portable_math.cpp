// SPDX-License-Identifier: Apache-2.0
#include "core/portable_math.hpp"

#include <cmath>
#include <limits>

namespace spinsack {
namespace {

constexpr double ln_2 = 0.6931471805599453;

}  // namespace

// x = m 2^e with m near 1, ln m = 2 artanh((m - 1) / (m + 1)), an odd series in at most 0.172.
double portable_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // exact, as is ldexp below
  if (m < 0.70710678118654757) {
    m *= 2;
    --exponent;
  }
  const double z = (m - 1) / (m + 1);
  const double z2 = z * z;
  double series = 0;
  for (int k = 23; k >= 1; k -= 2) series = series * z2 + 1.0 / k;
  return exponent * ln_2 + 2 * z * series;
}

// e^x = 2^k e^r with |r| <= ln 2 / 2, and e^r by its series.
double portable_exp(double x) {
  if (x < -745.2) return 0;
  if (x > 709.78) return std::numeric_limits<double>::infinity();
  const double k = std::floor(x / ln_2 + 0.5);
  const double r = x - k * ln_2;
  double series = 1;
  for (int i = 18; i >= 1; --i) series = series * r / i + 1;
  return std::ldexp(series, static_cast<int>(k));
}

double portable_pow(double x, double y) { return portable_exp(y * portable_log(x)); }

}  // namespace spinsack
